import { type ReactNode, useEffect, useState } from 'react'
import { Menu } from './menu.tsx'

/** The element that opened a menu, and the menu's anchor box in viewport pixels. */
export type MenuPlace = {
  /** Receives focus when the menu closes, unless the menu's `focusAfter` knows better. */
  opener: HTMLElement
  at: { left: number; top: number; width: number; height: number }
  /** Whether the menu was opened by keyboard. If so, the first item gets focus. */
  isByKey: boolean
}

/** Focuses the first item of the open menu, or its chosen item if it asks for a choice. */
export const focusFirstRow = (): number =>
  requestAnimationFrame(() => {
    const menu = document.querySelector('[role=menu]')
    menu?.querySelector<HTMLElement>('[role=menuitemradio][aria-checked=true], [role=menuitem]')?.focus()
  })

type PlacedMenuProps = {
  place: MenuPlace
  /** Accessible name. */
  label: string
  /** Returns the element that receives focus when the menu closes. Without it, the opener does. */
  focusAfter?: () => HTMLElement | null | undefined
  className?: string
  side?: 'bottom' | 'left'
  onClose: () => void
  children: ReactNode
}

/** A menu anchored to a box on the screen. Several buttons can share it, and it can also open on right-click. Open while mounted. */
export const PlacedMenu = ({
  place: { opener, at, isByKey },
  label,
  focusAfter,
  className,
  side = 'bottom',
  onClose,
  children,
}: PlacedMenuProps) => {
  // Radix focuses the first item only if it receives the key event itself.
  useEffect(() => {
    if (isByKey) focusFirstRow()
  }, [isByKey])
  const focusAgain = () => {
    // Don't move focus if a click elsewhere closed the menu or the chosen action moved focus.
    if (document.activeElement !== document.body) return
    const next = focusAfter ? focusAfter() : opener
    next?.focus()
  }
  // The anchor element. It can't be the clicked button, because all buttons share one menu.
  const [anchor] = useState(
    <button type="button" tabIndex={-1} aria-label={label} className="pointer-events-none fixed opacity-0" style={at} />,
  )
  return (
    <Menu
      open
      onOpenChange={onClose}
      align="start"
      side={side}
      onClosed={focusAgain}
      trigger={anchor}
      {...(className ? { className } : {})}
    >
      {children}
    </Menu>
  )
}
