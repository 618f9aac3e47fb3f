import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { search as contract, type Found } from '#shared/calendar/search/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownWeeks } from '#web/features/calendar/days/shown.ts'
import { drawRest } from '#web/lib/device/kept.ts'
import { client, isUnreached } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import type { Asked } from './find-on-device.ts'

const api = client(contract)

/** A page of results, and whether it is from this device, which has only some weeks. */
type Page = Found & { isOnDevice?: true }

/** Brings the weeks of this device to the page, at most once a minute. The page has only those that it showed lately. */
const allHere = queryOptions({ queryKey: ['weeks on device'], queryFn: () => drawRest().then(() => true), staleTime: 60_000 })

const findHere = async (calendar: Pick<CalendarRef, 'id'>, asked: Asked): Promise<Page> => {
  await queryClient.fetchQuery(allHere)
  return (await import('./find-on-device.ts')).findOnDevice(shownWeeks(calendar), asked)
}

/**
 * Loads what a search finds in the user's own calendar, one page at a time, from one end of the days to the other. Without a network, searches
 * the weeks of this device. Never cached. A new search aborts the previous one.
 */
export const foundQuery = ({ id }: Pick<CalendarRef, 'id'>, { q, title, classId, from, to, order }: Asked) =>
  infiniteQueryOptions({
    queryKey: ['search', id, q, title, classId, from, to, order],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const start = pageParam === null ? {} : order === 'latest' ? { to: pageParam } : { from: pageParam }
      try {
        return await api.find({ query: { q, title: title || undefined, classId, from, to, order, ...start } }, { signal })
      } catch (error) {
        // The pages before this one are the server's.
        if (!isUnreached(error) || signal.aborted || pageParam !== null) throw error
        return findHere({ id }, { q, title, classId, from, to, order })
      }
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    // The results may be those of the device.
    refetchOnReconnect: 'always',
  })
