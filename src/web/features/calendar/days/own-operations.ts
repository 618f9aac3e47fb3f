/**
 * Tracks this tab's own operations. A notice about one of them contains nothing new, because the operation's response contains the changed
 * days.
 */
import { createStore } from '#web/lib/store.ts'
import type { CalendarId } from './calendar-ref.ts'

/** An operation, with the days that its notices have listed so far. */
type Own = { operationId: string; calendarId: string; told: readonly string[] }

/** Enough, because a notice arrives within a second of its operation. */
const MOST_OPERATIONS = 200
const NONE: readonly Own[] = []
const operations = createStore(NONE)

const others = (operationId: string): Own[] => operations.get().filter((own) => own.operationId !== operationId)
const find = (operationId: string): Own | undefined => operations.get().find((own) => own.operationId === operationId)
const keep = (own: Own): void => operations.set([...others(own.operationId), own].slice(-MOST_OPERATIONS))

export const noteOwnOperation = (operationId: string, { id: calendarId }: CalendarId): void => keep({ operationId, calendarId, told: [] })

/** Returns whether this tab sent the operation for this calendar, so that its response contains these days. Also records the days. */
export const isOwnOperation = (operationId: string, { id }: CalendarId, dates: readonly string[]): boolean => {
  const own = find(operationId)
  if (own?.calendarId !== id) return false
  keep({ ...own, told: [...own.told, ...dates] })
  return true
}

/** Removes an operation whose request failed. Returns the days that it changed anyway, according to its notices. */
export const disownOperation = (operationId: string): readonly string[] => {
  const told = find(operationId)?.told ?? []
  operations.set(others(operationId))
  return told
}
