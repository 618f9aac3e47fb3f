import { clsx } from 'clsx'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { TextInput } from './field.tsx'

type ComboboxOptions<Item> = {
  items: readonly Item[]
  idOf: (item: Item) => string
  onType: (typed: string) => void
  onChoose: (item: Item) => void
  /**
   * True while more items may still be listed first. Until then, Enter chooses nothing that the user hasn't moved to. It waits for the
   * first item instead.
   */
  isSettling?: boolean
  /** True for an item that Enter may choose even before the list has settled. */
  isSure?: (item: Item) => boolean
  /** True for an item that may be highlighted before the user moves to one. The first such item is. */
  isFirst?: (item: Item) => boolean
}

/**
 * A text field with a list of choices. Focus stays in the field. The arrow keys move through the list, and Enter chooses an item. Returns
 * the attributes of the field, the list and the options. {@link Combobox} renders them one below the other.
 */
export const useCombobox = <Item,>({
  items,
  idOf,
  onType,
  onChoose,
  isSettling = false,
  isSure = () => false,
  isFirst = () => true,
}: ComboboxOptions<Item>) => {
  const id = useId()
  const optionId = (item: Item) => `${id}-${idOf(item)}`
  const [pointedId, setPointedId] = useState<string>()
  const [isEntered, setIsEntered] = useState(false)
  const place = items.findIndex((item) => idOf(item) === pointedId)
  const at = place < 0 ? items.findIndex(isFirst) : place
  const pointed = at < 0 ? undefined : items[at]
  const isHeld = isSettling && place < 0 && !(pointed && isSure(pointed))
  // Keeps the highlighted item, so that Enter doesn't choose an item that loads later and is listed first.
  if (!isHeld && pointed && idOf(pointed) !== pointedId) setPointedId(idOf(pointed))

  useEffect(() => {
    if (!isEntered || isHeld) return
    setIsEntered(false)
    if (pointed) onChoose(pointed)
  }, [isEntered, isHeld, pointed, onChoose])

  const move = (step: 1 | -1) => {
    const next = items.at((at < 0 && step < 0 ? step : at + step) % items.length)
    if (!next) return
    setPointedId(idOf(next))
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return
    if (event.key === 'Enter' && isHeld) setIsEntered(true)
    else if (event.key === 'Enter') pointed && onChoose(pointed)
    else move(event.key === 'ArrowDown' ? 1 : -1)
    event.preventDefault()
  }
  return {
    pointed,
    /** Highlights an item. */
    point: (item: Item) => setPointedId(idOf(item)),
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': pointed && optionId(pointed),
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown: handleKey,
      onChange: (event: { target: { value: string } }) => {
        setPointedId(undefined)
        setIsEntered(false)
        onType(event.target.value)
      },
    } as const,
    listId: `${id}-list`,
    optionOf: (item: Item) => ({
      id: optionId(item),
      onClick: () => onChoose(item),
      onPointerMove: () => setPointedId(idOf(item)),
    }),
  }
}

type ComboboxProps<Item> = Pick<ComboboxOptions<Item>, 'items' | 'idOf' | 'isFirst' | 'onType' | 'onChoose'> & {
  /** The accessible name of the text field. */
  label: string
  placeholder?: string
  typed: string
  /** The accessible name of the list. */
  listLabel: string
  listClassName: string
  /** Whether an item is marked as selected for screen readers. */
  isSelected: (item: Item) => boolean
  optionClassName: (item: Item) => string
  /** Returns the heading to render above an item. */
  heading: (item: Item, before: Item | undefined) => ReactNode
  /** Returns the content of an option. */
  children: (item: Item) => ReactNode
}

/** A {@link useCombobox} with its list below the field. */
export const Combobox = <Item,>({
  label,
  placeholder,
  typed,
  listLabel,
  listClassName,
  isSelected,
  optionClassName,
  heading,
  children,
  ...options
}: ComboboxProps<Item>) => {
  const { items, idOf } = options
  const { field, listId, optionOf, pointed } = useCombobox(options)
  return (
    <>
      <TextInput {...field} aria-label={label} placeholder={placeholder} value={typed} />
      <div id={listId} role="listbox" aria-label={listLabel} className={listClassName}>
        {items.map((item, index) => (
          <Fragment key={idOf(item)}>
            {heading(item, items[index - 1])}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which handles the keys */}
            <div
              {...optionOf(item)}
              role="option"
              aria-selected={isSelected(item)}
              className={clsx(
                'flex min-h-10 cursor-pointer scroll-my-2 items-center rounded-lg px-2.5 font-medium small:min-h-11',
                item === pointed && 'bg-brand-soft inset-ring inset-ring-brand',
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
