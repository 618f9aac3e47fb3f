/** Three hints in place of the tour, for guests and for teachers who typed their usual day. */
import type { HINT_IDS } from './hint-memory.ts'
import { marked, onScreen, type Target, targetOf } from './steps.ts'

export type Hint = Target & {
  id: (typeof HINT_IDS)[number]
  title: string
  description: string
  /** The description on touch screens, if the gesture is another one there. */
  onTouch?: string
  position: 'right' | 'bottom' | 'left'
}

const HINTS: readonly Hint[] = [
  {
    id: 'lesson',
    title: 'Open a lesson',
    description: 'Press it to plan. Drag it to another time or day.',
    onTouch: 'Press it to plan. Hold and drag it to another time or day.',
    // Today's current or next lesson, if there is one.
    target: [
      '[data-today] .lesson:not([data-phase="past"]) .lesson-card, .lesson-row:not([data-phase="past"])',
      '.lesson-card, .lesson-row',
    ],
    position: 'right',
  },
  {
    id: 'day',
    title: 'Reuse a day',
    description: 'Copy it to other days, repeat it until a date, or block it out.',
    target: '[data-day-menu]',
    position: 'bottom',
  },
  {
    id: 'sub-plans',
    title: 'Out sick?',
    description: 'Pick your days and print a sub plan.',
    target: marked('sub-plans'),
    behind: 'month',
    position: 'right',
  },
]

/** Returns the first hint that isn't done and whose target is on screen, with the target. A dialog or menu over the page hides all hints. */
export const hintNow = (done: readonly string[]): { hint: Hint; target: Element } | undefined => {
  if (document.getElementById('root')?.inert || onScreen('[role="menu"]')) return undefined
  for (const hint of HINTS) {
    const target = done.includes(hint.id) ? undefined : targetOf(hint)
    if (target) return { hint, target }
  }
  return undefined
}
