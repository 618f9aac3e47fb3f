import { type ReactNode, useEffect, useState } from 'react'
import { Menu } from './menu.tsx'

/** What a menu was opened from, and where it stands on the screen, in px. */
export type MenuPlace = {
  /** Gets the focus back. */
  opener: HTMLElement
  at: { left: number; top: number; width: number; height: number }
  /** Opened by a key: the menu then begins at its first row. */
  isByKey: boolean
}

/** Gives the focus to the first row of the menu that is open. */
export const focusFirstRow = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=menu] [role=menuitem]')?.focus())

type PlacedMenuProps = {
  place: MenuPlace
  /** Its name, for screen readers. */
  label: string
  /** What gets the focus where the opener is gone by then. */
  near: () => HTMLElement | null | undefined
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A menu at a place of the screen: one that serves many buttons, and opens by right click too. It is open as long as it is drawn. */
export const PlacedMenu = ({ place: { opener, at, isByKey }, label, near, className, onClose, children }: PlacedMenuProps) => {
  // Radix would, had it been there to see the key.
  useEffect(() => {
    if (isByKey) focusFirstRow()
  }, [isByKey])
  const focusAgain = () => {
    // Not when a press elsewhere closed it, or what was chosen has taken the focus.
    if (document.activeElement !== document.body) return
    const next = opener.isConnected ? opener : near()
    next?.focus()
  }
  // The place that the menu hangs on; the button that was pressed cannot be it, since one menu serves all of them.
  const [anchor] = useState(
    <button type="button" tabIndex={-1} aria-label={label} className="pointer-events-none fixed opacity-0" style={at} />,
  )
  return (
    <Menu open onOpenChange={onClose} align="start" onClosed={focusAgain} trigger={anchor} {...(className ? { className } : {})}>
      {children}
    </Menu>
  )
}
