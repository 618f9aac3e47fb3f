import { type KeyboardEvent, useState } from 'react'

/** Returns the focused element. If that is a menu item, which is about to be removed, returns the button that opened the menu. */
const openerNow = (): Element | null => {
  const buttonId = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || document.activeElement
}

/**
 * Returns a handler for Radix's `onCloseAutoFocus` that returns focus to the element that was focused when the component first rendered,
 * then calls `onClosed`. Radix only returns it to its own triggers, and reads the focused element after an `autoFocus` inside has moved it.
 */
export const useReturnFocus = (onClosed: (() => void) | undefined): ((event: Event) => void) => {
  const [opener] = useState(openerNow)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    if (onClosed) setTimeout(onClosed)
  }
}

/**
 * Scrolls to the element that Tab has moved the focus to. Radix doesn't scroll when Tab goes from the last element of a dialog to its first
 * one, or back.
 */
export const keepInView = ({ key, target }: KeyboardEvent): void => {
  if (key === 'Tab' && target instanceof Element) target.scrollIntoView({ block: 'nearest' })
}
