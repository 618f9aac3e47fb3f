/** The days that the unplaced lessons of the signed-in user's own calendar can go to. */
import { queryOptions } from '@tanstack/react-query'
import { addDays, LAST_DAY } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { timetablePreviews } from '#shared/timetables/preview/contract.ts'
import { client } from '#web/lib/net/api.ts'

const previews = client(timetablePreviews)

/** The query for the lessons from `today` on, without their text. Fetched each time the panel opens. */
export const daysAheadQuery = (today: string) =>
  queryOptions({
    queryKey: ['unplaced', 'days-ahead', today],
    queryFn: async () => {
      const to = addDays(today, MAX.timetableDays - 1)
      return (await previews.outline({ query: { from: today, to: to < LAST_DAY ? to : LAST_DAY } })).days
    },
    gcTime: 0,
  })
