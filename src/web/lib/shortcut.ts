import type { Command } from './commands.ts'

const NAMES: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' }
const MOD = 'Mod+'
const SHIFT = 'Shift+'

/** Returns a key as it is printed on the keyboard: 'T', '←', 'Ctrl+Shift+Z' (on a Mac '⌘⇧Z'). */
export const keyName = (key: string, isMac: boolean): string => {
  if (key.startsWith(MOD)) return `${isMac ? '⌘' : 'Ctrl+'}${keyName(key.slice(MOD.length), isMac)}`
  if (key.startsWith(SHIFT)) return `${isMac ? '⇧' : 'Shift+'}${keyName(key.slice(SHIFT.length), isMac)}`
  return NAMES[key] ?? key.toUpperCase()
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** True when a press is this key: with Ctrl or ⌘ where it says so, else with no other key held down. */
export const isPressOf = (key: string, press: Press): boolean => {
  if (press.altKey) return false
  const hasMod = press.ctrlKey || press.metaKey
  if (key.startsWith(MOD)) {
    const wanted = key.slice(MOD.length)
    const isShifted = wanted.startsWith(SHIFT)
    return hasMod && press.shiftKey === isShifted && press.key.toLowerCase() === (isShifted ? wanted.slice(SHIFT.length) : wanted)
  }
  // Signs such as ? need Shift on most keyboards; a letter or an arrow with Shift is something else.
  const mayShift = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return !hasMod && (mayShift || !press.shiftKey) && press.key.toLowerCase() === key.toLowerCase()
}

/** Whether a single key, without Ctrl or ⌘, may do it by itself: not everybody wants that (WCAG 2.1.4). */
export const isSingleKey = ({ key }: Command): boolean => key !== undefined && !key.startsWith(MOD)

const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])'
/** Where letters find a row. */
const FINDING = '[role=menu], [role=listbox]'
/** Where arrow keys move from one to the next. */
const ARROWS = '[role=radiogroup], [role=grid], [role=tablist], [role=toolbar]'

/** True while keys belong to something else: a field that is typed in, a menu, an open dialog (it makes #root inert), or what makes the page in it inert. */
export const areKeysTaken = ({ target, key }: KeyboardEvent): boolean =>
  document.querySelector('#root[inert], #root > [inert]') !== null ||
  (target instanceof Element &&
    target.closest(key.startsWith('Arrow') ? `${TYPING}, ${FINDING}, ${ARROWS}` : `${TYPING}, ${FINDING}`) !== null)
