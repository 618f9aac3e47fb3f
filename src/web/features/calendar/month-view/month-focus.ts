import type { FocusEvent, KeyboardEvent } from 'react'

/** What the arrow keys move between: the head of each day, and its plans. Together, they are one tab stop. */
const ITEM = '[data-month-item]'
const itemsOf = (cell: Element | undefined): HTMLElement[] => [...(cell?.querySelectorAll<HTMLElement>(ITEM) ?? [])]

/** Returns the item that an arrow, Home or End leads to. Up and down continue in the week before or after. */
const itemAfter = (key: string, item: HTMLElement, place: Element): HTMLElement | undefined => {
  const cells = [...place.querySelectorAll('.month-cell')]
  const at = cells.indexOf(item.closest('.month-cell') as Element)
  const items = itemsOf(cells[at])
  const position = items.indexOf(item)
  const beside = (step: 1 | -1) => {
    const there = itemsOf(cells[at + step])
    return there[Math.min(position, there.length - 1)]
  }
  switch (key) {
    case 'ArrowDown':
      return items[position + 1] ?? itemsOf(cells[at + 5])[0]
    case 'ArrowUp':
      return items[position - 1] ?? itemsOf(cells[at - 5]).at(-1)
    case 'ArrowRight':
      return beside(1)
    case 'ArrowLeft':
      return beside(-1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      return undefined
  }
}

/** Makes the focused item the month's only tab stop. */
export const followFocus = ({ target, currentTarget }: FocusEvent): void => {
  const item = target.closest<HTMLElement>(ITEM)
  if (!item) return
  for (const other of currentTarget.querySelectorAll<HTMLElement>(`${ITEM}[tabindex="0"]`)) other.tabIndex = -1
  item.tabIndex = 0
}

const MOVES = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

/** Moves the focus with the arrow keys. Shift+Enter opens a plan's menu. */
export const moveFocus = (event: KeyboardEvent): void => {
  const { key, shiftKey, currentTarget } = event
  const item = (event.target as Element).closest<HTMLElement>(ITEM)
  if (!item || event.ctrlKey || event.metaKey || event.altKey) return
  if (MOVES.includes(key) && !shiftKey) {
    // At the edge, too: an arrow that turned the month would take the plan away.
    event.preventDefault()
    itemAfter(key, item, currentTarget)?.focus()
  } else if (key === 'Enter' && shiftKey) {
    event.preventDefault()
    const { left, bottom } = item.getBoundingClientRect()
    item.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }))
  }
}
