/** Which hints a person has seen on this device. */

import { slot, text } from '#web/lib/storage.ts'
import { createStore } from '#web/lib/store.ts'

/** In the order in which they appear. */
export const HINT_IDS = ['lesson', 'day', 'sub-plans'] as const
type HintId = (typeof HINT_IDS)[number]

/** The person, and the IDs of the hints that are done, separated by spaces. */
const stored = slot('hints', text, 'device')
/** The same, so that the page updates. Undefined until it is read. */
export const hintsSeen = createStore<string | null | undefined>(undefined)

const keep = (value: string): void => {
  stored.set(value)
  hintsSeen.set(value)
}

/** Whether a hint is on screen. Its button is the main action then. */
export const isHintShown = createStore(false)

/**
 * Returns the IDs of the hints that this person is done with, or null if hints never started on this device. `seen` is the store's value,
 * which a component reads with `useStore`.
 */
export const hintsDone = (personId: string, seen = hintsSeen.get()): readonly string[] | null => {
  const [owner, ...done] = (seen ?? stored.get() ?? '').split(' ')
  return owner === personId ? done : null
}

/** Starts the hints for a person who hasn't had them on this device. */
export const startHints = (personId: string): void => {
  if (!hintsDone(personId)) keep(personId)
}

/** Marks hints as done. */
export const endHints = (personId: string, ids: readonly HintId[]): void => {
  keep([personId, ...new Set([...(hintsDone(personId) ?? []), ...ids])].join(' '))
}
