import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { swallowClick } from '#web/lib/input/swallow-click.ts'

type MenuProps = {
  /** The button that opens the menu. Must forward refs and props, like our Button. */
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left'
  className?: string
  /** Pass both `open` and `onOpenChange` to control the menu from outside. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Called after the menu has closed and focus has returned to the button. Open dialogs from here. */
  onClosed?: () => void
  /** Receives focus instead of the button when the menu closes. */
  opener?: HTMLElement | undefined
  /** Called when the mouse leaves the menu. */
  onLeave?: () => void
  children: ReactNode
}

/**
 * Returns the container for a button's menu: the button's dialog, or the main landmark if it isn't in a dialog. Anywhere else, landmark
 * navigation would miss the menu.
 */
export const placeOf = (button: HTMLElement | null): HTMLElement | null => {
  const place = button?.closest<HTMLElement>('[role=dialog], [role=alertdialog]') ?? document.getElementById('main')
  return place ?? (button && document.body)
}

/** Makes a click outside an open menu close the menu without activating the element underneath. */
const useQuietClose = (isOpen: boolean, button: HTMLElement | null, close: () => void): void => {
  useEffect(() => {
    if (!isOpen) return undefined
    const press = (event: PointerEvent) => {
      const target = event.target as Element
      if (event.button === 0 && !target.closest('[role=menu]') && !button?.contains(target)) swallowClick(close)
    }
    window.addEventListener('pointerdown', press, { capture: true })
    return () => window.removeEventListener('pointerdown', press, { capture: true })
  }, [isOpen, button, close])
}

/** A dropdown menu. It isn't modal, so the page keeps its scroll position and remains in the accessibility tree, as axe requires. */
export const Menu = ({
  trigger,
  align = 'end',
  side = 'bottom',
  className,
  children,
  onClosed,
  opener,
  onLeave,
  open,
  onOpenChange,
}: MenuProps) => {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [isOpenHere, setIsOpenHere] = useState(false)
  const isOpen = open ?? isOpenHere
  const setIsOpen = onOpenChange ?? setIsOpenHere
  useQuietClose(isOpen, button, () => setIsOpen(false))
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild ref={setButton}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={placeOf(button)}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          // A long menu scrolls, so the keyboard must be able to reach it.
          tabIndex={0}
          onCloseAutoFocus={(event) => {
            if (opener) {
              event.preventDefault()
              opener.focus({ preventScroll: true })
            }
            if (onClosed) setTimeout(onClosed)
          }}
          onContextMenu={(event) => event.preventDefault()}
          onPointerLeave={(event) => {
            if (event.pointerType === 'mouse') onLeave?.()
          }}
          className={clsx(
            'motion-rise z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-[200px] overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-float',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const row =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-control font-medium -outline-offset-2 select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-brand-soft touch:min-h-11'

type MenuItemProps = {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Keeps the menu open after selection, because other items replace its current ones. */
  staysOpen?: boolean
  onSelect: () => void
  children: ReactNode
}

export const MenuItem = ({ icon, danger = false, disabled = false, staysOpen = false, onSelect, children }: MenuItemProps) => (
  <Radix.Item
    disabled={disabled}
    onSelect={(event) => {
      if (staysOpen) event.preventDefault()
      onSelect()
    }}
    className={clsx(row, danger && 'text-blocked data-highlighted:bg-blocked-soft')}
  >
    {icon && <span className={clsx('grid size-4 place-items-center', !danger && 'text-ink-soft')}>{icon}</span>}
    {children}
  </Radix.Item>
)

type MenuRowProps = {
  icon: ReactNode
  label: string
  /** What the command does, or why it can't, in one line. */
  about: string
  /** The key that does the same outside of the menu. */
  keys?: string
  /** True if the command can't run now. The row stays reachable, so that `about` can be read. */
  isOff?: boolean
  /** Called when the pointer or the focus arrives. */
  onPoint?: () => void
  /** Called with whether a finger pressed the row. Returns true to keep the menu open. */
  onSelect: (isTouch: boolean) => boolean
  /** Shown below the row while it is chosen. */
  children?: ReactNode
}

/** A menu item with a line that says what it does. */
export const MenuRow = ({ icon, label, about, keys, isOff = false, onPoint, onSelect, children }: MenuRowProps) => {
  const id = useId()
  const isTouch = useRef(false)
  return (
    <Radix.Item
      textValue={label}
      aria-disabled={isOff || undefined}
      aria-labelledby={`${id}label`}
      aria-describedby={`${id}about`}
      onFocus={onPoint}
      onPointerDown={({ pointerType }) => {
        isTouch.current = pointerType === 'touch'
      }}
      onKeyDown={() => {
        isTouch.current = false
      }}
      onSelect={(event) => {
        if (isOff || onSelect(isTouch.current)) event.preventDefault()
      }}
      className="flex min-h-[42px] cursor-pointer items-start gap-2.5 rounded-lg px-2.5 py-1 text-control -outline-offset-2 select-none aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft data-highlighted:bg-brand-soft touch:min-h-11"
    >
      <span className="mt-0.5 grid size-4 shrink-0 place-items-center text-ink-soft">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block leading-tight font-medium" id={`${id}label`}>
          {label}
        </span>
        <span className="block text-caption leading-snug text-ink-soft" id={`${id}about`}>
          {about}
        </span>
        {children}
      </span>
      {keys && <span className="mt-0.5 font-text text-small whitespace-nowrap text-ink-soft touch:hidden">{keys}</span>}
    </Radix.Item>
  )
}

/** Menu items in two columns. `onPoint` is called when the pointer or the focus arrives at one. */
export const MenuColumns = ({ onPoint, children }: { onPoint: () => void; children: ReactNode }) => (
  <Radix.Group onFocus={onPoint} className="grid grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
    {children}
  </Radix.Group>
)

type MenuChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  /** Closes the menu on selection. By default, the menu stays open so the teacher sees the effect. */
  closes?: boolean
  onChange: (value: Value) => void
}

/** A radio group inside a menu. */
export const MenuChoice = <Value extends string>({ label, value, options, closes = false, onChange }: MenuChoiceProps<Value>) => (
  <Radix.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
    <MenuLabel>{label}</MenuLabel>
    {options.map((option) => (
      <Radix.RadioItem
        key={option.value}
        value={option.value}
        onSelect={closes ? undefined : (event) => event.preventDefault()}
        className={row}
      >
        {option.icon && <span className="grid size-4 place-items-center text-ink-soft">{option.icon}</span>}
        <span className="flex-1">{option.label}</span>
        <Radix.ItemIndicator>
          <Check className="size-4 text-brand" />
        </Radix.ItemIndicator>
      </Radix.RadioItem>
    ))}
  </Radix.RadioGroup>
)

type MenuCheckProps = { icon?: ReactNode; checked: boolean; onChange: () => void; children: ReactNode }

/** A menu item that toggles on and off. */
export const MenuCheck = ({ icon, checked, onChange, children }: MenuCheckProps) => (
  <Radix.CheckboxItem checked={checked} onCheckedChange={onChange} className={row}>
    {icon && <span className="grid size-4 place-items-center text-ink-soft">{icon}</span>}
    <span className="flex-1">{children}</span>
    <Radix.ItemIndicator>
      <Check className="size-4 text-brand" />
    </Radix.ItemIndicator>
  </Radix.CheckboxItem>
)

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2.5 pt-1.5 pb-1 text-small font-semibold text-ink-soft">{children}</Radix.Label>
)

export const MenuSeparator = () => <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
