import type { Closure } from '#shared/moves/contract.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { closuresKey } from '#web/features/calendar/days/queries.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

/** Returns the closures in the query cache. */
export const knownClosures = (calendar: CalendarId): Closure[] =>
  queryClient.getQueriesData<readonly Closure[]>({ queryKey: closuresKey(calendar) }).flatMap(([, closures]) => closures ?? [])
