import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { Closure } from '#shared/moves/contract.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { closuresKey } from '#web/features/calendar/days/queries.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

/** Returns the closures in the query cache. */
export const knownClosures = (calendar: CalendarId): Closure[] =>
  queryClient.getQueriesData<readonly Closure[]>({ queryKey: closuresKey(calendar) }).flatMap(([, closures]) => closures ?? [])

/** A day before and after a change, or null if it is empty. `before` is undefined if it isn't known. */
type ChangedDay = { before: CalendarDay | null | undefined; after: CalendarDay | null }

/** Returns whether a change of days moves a plan of a closure, or closes or opens a day. Most changes, such as typing, do neither. */
export const areClosuresChanged = (closures: readonly Closure[], days: ReadonlyMap<string, ChangedDay>): boolean => {
  const isSwitched = ([date, { before, after }]: [string, ChangedDay]): boolean => {
    const wasClosed = before === undefined ? closures.some(({ dates }) => dates.includes(date)) : before?.isBlocked === true
    return wasClosed !== (after?.isBlocked === true)
  }
  if ([...days].some(isSwitched)) return true
  const now = new Map(
    [...days].flatMap(([date, { after }]) => (after?.blocks ?? []).map(({ id, startTime }) => [id, `${date} ${startTime}`] as const)),
  )
  return closures.some(({ moves }) =>
    moves.some(({ blockId, to }) => {
      const there = now.get(blockId)
      return there === undefined ? to !== null && days.has(to.date) : to === null || there !== `${to.date} ${to.startTime}`
    }),
  )
}
