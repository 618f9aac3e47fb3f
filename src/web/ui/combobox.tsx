import { clsx } from 'clsx'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { TextInput } from './field.tsx'

type ComboboxProps<Item> = {
  /** The accessible name of the text field. */
  label: string
  placeholder?: string
  autoFocus?: boolean
  typed: string
  onType: (typed: string) => void
  /** The accessible name of the list. */
  listLabel: string
  listClassName: string
  items: readonly Item[]
  idOf: (item: Item) => string
  /** Whether an item is marked as selected for screen readers. Defaults to the item that Enter chooses. */
  isSelected?: (item: Item) => boolean
  optionClassName: (item: Item) => string
  /** Returns the heading to render above an item. */
  heading: (item: Item, before: Item | undefined) => ReactNode
  onChoose: (item: Item) => void
  /** Returns the content of an option. */
  children: (item: Item) => ReactNode
}

/** A text field with a list of choices. Focus stays in the field. The arrow keys move through the list, and Enter chooses an item. */
export const Combobox = <Item,>({
  label,
  placeholder,
  autoFocus = false,
  typed,
  onType,
  listLabel,
  listClassName,
  items,
  idOf,
  isSelected,
  optionClassName,
  heading,
  onChoose,
  children,
}: ComboboxProps<Item>) => {
  const id = useId()
  const [pointedId, setPointedId] = useState<string>()
  const at = Math.max(
    0,
    items.findIndex((item) => idOf(item) === pointedId),
  )
  const pointed = items[at]
  // Keeps the highlighted item, so that Enter doesn't choose an item that loads later and is listed first.
  if (pointed && idOf(pointed) !== pointedId) setPointedId(idOf(pointed))

  const move = (step: 1 | -1) => {
    const next = items.at((at + step) % items.length)
    if (!next) return
    setPointedId(idOf(next))
    document.getElementById(`${id}-${idOf(next)}`)?.scrollIntoView({ block: 'nearest' })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !pointed) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') onChoose(pointed)
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    onType(text)
    setPointedId(undefined)
  }
  const field = { label, placeholder, autoFocus, typed, onType: type, onKeyDown: handleKey }
  return (
    <>
      <ComboboxField {...field} listId={`${id}-list`} pointedId={pointed && `${id}-${idOf(pointed)}`} />
      <div id={`${id}-list`} role="listbox" aria-label={listLabel} className={listClassName}>
        {items.map((item, index) => (
          <Fragment key={idOf(item)}>
            {heading(item, items[index - 1])}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, which handles the keys */}
            <div
              id={`${id}-${idOf(item)}`}
              role="option"
              aria-selected={isSelected ? isSelected(item) : item === pointed}
              onClick={() => onChoose(item)}
              onPointerMove={() => setPointedId(idOf(item))}
              className={clsx(
                'flex min-h-10 cursor-pointer scroll-my-2 items-center rounded-lg px-2.5 font-medium small:min-h-11',
                item === pointed && 'bg-brand-soft',
                optionClassName(item),
              )}
            >
              {children(item)}
            </div>
          </Fragment>
        ))}
      </div>
    </>
  )
}

type ComboboxFieldProps = {
  label: string
  placeholder: string | undefined
  autoFocus: boolean
  typed: string
  onType: (typed: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  listId: string
  pointedId: string | undefined
}

const ComboboxField = ({ label, typed, onType, listId, pointedId, ...rest }: ComboboxFieldProps) => (
  <TextInput
    {...rest}
    role="combobox"
    aria-label={label}
    aria-expanded="true"
    aria-controls={listId}
    aria-activedescendant={pointedId}
    aria-autocomplete="list"
    autoComplete="off"
    spellCheck={false}
    value={typed}
    onChange={(event) => onType(event.target.value)}
  />
)
