/** Tracks this tab's own operations. A notice about one brings nothing new, because its reply contains the changed days. */
import { createStore } from '#web/lib/store.ts'
import type { CalendarId } from './calendar-ref.ts'

/** An operation, with the days named in its notices so far. */
type Own = { operationId: string; calendarId: string; told: readonly string[] }

/** Enough, since a notice follows its operation within a second. */
const MOST_OPERATIONS = 200
const NONE: readonly Own[] = []
const operations = createStore(NONE)

const others = (operationId: string): Own[] => operations.get().filter((own) => own.operationId !== operationId)
const find = (operationId: string): Own | undefined => operations.get().find((own) => own.operationId === operationId)
const keep = (own: Own): void => operations.set([...others(own.operationId), own].slice(-MOST_OPERATIONS))

export const noteOwnOperation = (operationId: string, { id: calendarId }: CalendarId): void => keep({ operationId, calendarId, told: [] })

/** Returns whether the reply to an operation brings, or has brought, these days of a calendar to this tab. */
export const isOwnOperation = (operationId: string, { id }: CalendarId, dates: readonly string[]): boolean => {
  const own = find(operationId)
  if (own?.calendarId !== id) return false
  keep({ ...own, told: [...own.told, ...dates] })
  return true
}

/** Removes an operation whose request failed. Returns the days that notices say it changed anyway. */
export const disownOperation = (operationId: string): readonly string[] => {
  const told = find(operationId)?.told ?? []
  operations.set(others(operationId))
  return told
}
