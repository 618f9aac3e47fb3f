import { type ReactNode, useEffect, useState } from 'react'
import { Menu } from './menu.tsx'

/** The element that opened a menu, and the menu's anchor box in viewport pixels. */
export type MenuPlace = {
  /** Receives focus on close. */
  opener: HTMLElement
  at: { left: number; top: number; width: number; height: number }
  /** Opened by keyboard, so the first item gets focus. */
  isByKey: boolean
}

/** Focuses the first item of the open menu. */
export const focusFirstRow = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=menu] [role=menuitem]')?.focus())

type PlacedMenuProps = {
  place: MenuPlace
  /** Accessible name. */
  label: string
  /** Returns the element to focus if the opener no longer exists. */
  near: () => HTMLElement | null | undefined
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A menu anchored to a box on the screen. Serves several buttons and also opens on right-click. It is open while mounted. */
export const PlacedMenu = ({ place: { opener, at, isByKey }, label, near, className, onClose, children }: PlacedMenuProps) => {
  // Radix does this only if it sees the key event itself.
  useEffect(() => {
    if (isByKey) focusFirstRow()
  }, [isByKey])
  const focusAgain = () => {
    // Leave focus alone if a click elsewhere closed the menu or the chosen action moved it.
    if (document.activeElement !== document.body) return
    const next = opener.isConnected ? opener : near()
    next?.focus()
  }
  // The anchor element. It can't be the clicked button, because one menu serves all of them.
  const [anchor] = useState(
    <button type="button" tabIndex={-1} aria-label={label} className="pointer-events-none fixed opacity-0" style={at} />,
  )
  return (
    <Menu open onOpenChange={onClose} align="start" onClosed={focusAgain} trigger={anchor} {...(className ? { className } : {})}>
      {children}
    </Menu>
  )
}
