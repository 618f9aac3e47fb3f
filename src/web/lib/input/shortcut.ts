import type { Command } from './commands.ts'

const NAMES: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', Enter: 'Enter' }
const MOD = 'Mod+'
const SHIFT = 'Shift+'

/** Returns a key's label as printed on the keyboard: 'T', '←', 'Ctrl+Shift+Z' (on a Mac '⌘⇧Z'). */
export const keyName = (key: string, isMac: boolean): string => {
  if (key.startsWith(MOD)) return `${isMac ? '⌘' : 'Ctrl+'}${keyName(key.slice(MOD.length), isMac)}`
  if (key.startsWith(SHIFT)) return `${isMac ? '⇧' : 'Shift+'}${keyName(key.slice(SHIFT.length), isMac)}`
  return NAMES[key] ?? key.toUpperCase()
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** True if a key event matches this shortcut. Without 'Mod+', no modifier may be held (except Shift for symbols). */
export const isPressOf = (key: string, press: Press): boolean => {
  if (press.altKey) return false
  const hasMod = press.ctrlKey || press.metaKey
  if (key.startsWith(MOD)) {
    const wanted = key.slice(MOD.length)
    const isShifted = wanted.startsWith(SHIFT)
    return hasMod && press.shiftKey === isShifted && press.key.toLowerCase() === (isShifted ? wanted.slice(SHIFT.length) : wanted)
  }
  // Symbols such as ? need Shift on most keyboards. For letters and arrows, adding Shift makes a different shortcut.
  const mayShift = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return !hasMod && (mayShift || !press.shiftKey) && press.key.toLowerCase() === key.toLowerCase()
}

/** True for shortcuts without Ctrl or ⌘. Users can turn these off (WCAG 2.1.4). */
export const isSingleKey = ({ key }: Command): boolean => key !== undefined && !key.startsWith(MOD)

const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])'
/** Widgets with type-ahead, in which typing a letter jumps to an item. */
const FINDING = '[role=menu], [role=listbox]'
/** Widgets in which arrow keys move between items. */
const ARROWS = '[role=radiogroup], [role=grid], [role=tablist], [role=toolbar]'

/**
 * True if something else handles the key event: a text field, a menu, an open dialog (which makes #root inert), or an overlay that makes
 * the page inside #root inert.
 */
export const areKeysTaken = ({ target, key }: KeyboardEvent): boolean =>
  document.querySelector('#root[inert], #root > [inert]') !== null ||
  (target instanceof Element &&
    target.closest(key.startsWith('Arrow') ? `${TYPING}, ${FINDING}, ${ARROWS}` : `${TYPING}, ${FINDING}`) !== null)
