/** The operations of this tab. A notice of one brings nothing new: its reply says how the days are now. */
import { createStore } from '#web/lib/store.ts'
import type { CalendarId } from './calendar-ref.ts'

/** `told` are the days that a notice named. */
type Own = { operationId: string; calendarId: string; told: readonly string[] }

/** A notice follows its operation within a second: more than anybody does meanwhile. */
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

/** Forgets an operation whose reply was a failure. Returns the days that it has changed all the same, as a notice says. */
export const disownOperation = (operationId: string): readonly string[] => {
  const told = find(operationId)?.told ?? []
  operations.set(others(operationId))
  return told
}
