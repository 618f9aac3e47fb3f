/** Fetches the weeks that a device keeps for days without a network. Loaded when the browser is idle. */
import type { User } from '#shared/accounts/contract.ts'
import { addDays, addMonths, mondayOf, monthOf, todayIn } from '#shared/dates.ts'
import { ownSource } from '#web/features/calendar/days/calendar-ref.ts'
import { monthQuery } from '#web/features/calendar/days/marks/mark-calls.ts'
import { calendarKey, readDays, weekKey } from '#web/features/calendar/days/queries.ts'
import { savedWeek } from '#web/features/calendar/model/planned-week.ts'
import type { DeviceDatabase } from '#web/lib/device/database.ts'
import { mondaysAround } from '#web/lib/device/keep.ts'
import { keptName } from '#web/lib/device/kept.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

/** Fetches the weeks around today in one request. Leaves out those that changed meanwhile. */
const fetchWeeks = async (user: User, mondays: readonly string[]): Promise<void> => {
  const calendar = ownSource(user)
  const cache = queryClient.getQueryCache()
  const stateOf = (monday: string) => cache.find({ queryKey: weekKey(calendar, monday) })?.state
  const before = new Map(mondays.map((monday) => [monday, stateOf(monday)]))
  const [from = '', last = ''] = [mondays[0], mondays.at(-1)]
  // A query, so that a save meanwhile restarts it.
  const days = await queryClient.fetchQuery({
    queryKey: [...calendarKey(calendar), 'around', from],
    queryFn: () => readDays(calendar, { from, to: addDays(last, 4) }),
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
  })
  for (const monday of mondays) {
    if (stateOf(monday) !== before.get(monday)) continue
    // Kept in memory, too, because the network may be gone when the teacher opens it.
    cache.build(queryClient, { queryKey: weekKey(calendar, monday), gcTime: Number.POSITIVE_INFINITY, structuralSharing: false })
    const ofWeek = days.filter(({ date }) => mondayOf(date) === monday)
    queryClient.setQueryData(weekKey(calendar, monday), savedWeek(monday, ofWeek))
  }
}

/** True on a connection on which the first visit needs all there is. */
const isSlow = (): boolean => {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}

/** Fetches the weeks around today, and their months, unless the device has today's. Returns whether it did. Throws {@link RefusedCall}. */
export const keepWeeks = async (user: User, database: DeviceDatabase): Promise<boolean> => {
  const calendar = ownSource(user)
  const dateOf = (at: number) => todayIn(user.timezone, at)
  const today = dateOf(Date.now())
  const mondays = mondaysAround(today)
  const kept = await Promise.all(mondays.map((monday) => database.get('kept', keptName(weekKey(calendar, monday)))))
  if (kept.every((week) => week && dateOf(week.at) === today)) return false
  if (isSlow() && kept.filter(Boolean).length < 2) return false
  await fetchWeeks(user, mondays)
  const [first = '', last = ''] = [mondays[0], mondays.at(-1)]
  for (let month = monthOf(first); month <= last; month = addMonths(month, 1)) await queryClient.prefetchQuery(monthQuery(calendar, month))
  return true
}
