import type { Closure } from '#shared/moves/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { closuresQuery } from '#web/features/calendar/days/closures/closure-calls.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { createStore } from '#web/lib/store.ts'
import { rethrowBugs } from '#web/ui/report.ts'

/** Days that the teacher wants to unblock and whose plans moved on. */
export type Unblocking = { from: string; to: string; closures: readonly Closure[] }
export const unblocking = createStore<Unblocking | null>(null)

/** Returns the closures of a range that moved plans. Empty if they can't be loaded. */
const closuresIn = async (calendar: CalendarRef, from: string, to: string): Promise<Closure[]> => {
  if (calendar.kind !== 'own' || knownClasses().length === 0) return []
  try {
    // Always asks the server, because the day may have closed a moment ago.
    const closures = await queryClient.fetchQuery({ ...closuresQuery(calendar, from, to), staleTime: 0 })
    return closures.filter(({ moves }) => moves.length > 0)
  } catch (error) {
    rethrowBugs(error)
    return []
  }
}

/** Asks what happens to the plans of days that open again. Returns false if none of them moved on, so that there is nothing to ask. */
export const asksAboutPlans = async (calendar: CalendarRef, from: string, to: string): Promise<boolean> => {
  const closures = await closuresIn(calendar, from, to)
  if (closures.length > 0) unblocking.set({ from, to, closures })
  return closures.length > 0
}
