import { infiniteQueryOptions } from '@tanstack/react-query'
import { HISTORY_PAGE, history } from '#shared/calendar/history/contract.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { calendarKey, readDays, schoolWide } from '#web/features/calendar/days/queries.ts'
import { ownDay } from '#web/features/calendar/model/school-entry.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(history)

/** The paginated query for a day's history, along with the day without its school overlay. Fetched each time the history opens. */
export const historyQuery = (calendar: CalendarSource, date: string) =>
  infiniteQueryOptions({
    queryKey: [...calendarKey(calendar), 'history', date],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before }) => {
      const past = api.history({ query: { date, before, ...schoolWide(calendar) } })
      const [[day], changes] = await Promise.all([readDays(calendar, { date }), past])
      return { current: day ? ownDay(day) : null, changes }
    },
    getNextPageParam: ({ changes }) => (changes.length === HISTORY_PAGE ? changes.at(-1)?.operationId : undefined),
    gcTime: 0,
  })
