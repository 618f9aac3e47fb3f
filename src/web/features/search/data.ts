import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { search as contract, type Order } from '#shared/calendar/search/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(contract)

/** `title`: words of the lesson's title, or an empty string. `classId`: only lessons of this class. `from` and `to` limit the days. */
export type Asked = {
  q: string
  title: string
  classId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order: Order
}

/**
 * Loads what a search finds in a calendar, one page at a time, from one end of the days to the other. Never cached. A new search aborts the
 * previous one.
 */
export const foundQuery = ({ id }: Pick<CalendarRef, 'id'>, { q, title, classId, from, to, order }: Asked) =>
  infiniteQueryOptions({
    queryKey: ['search', id, q, title, classId, from, to, order],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const start = pageParam === null ? {} : order === 'latest' ? { to: pageParam } : { from: pageParam }
      return api.find({ query: { q, title: title || undefined, classId, from, to, order, ...start } }, { signal })
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
