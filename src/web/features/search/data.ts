import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { search as contract } from '#shared/calendar/search/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { client } from '#web/lib/net/api.ts'
import type { SearchQuery } from './search-address.ts'

const api = client(contract)

/** Loads a calendar's search results, one page at a time. Never cached. A new search aborts the previous one. */
export const foundQuery = ({ id }: Pick<CalendarRef, 'id'>, { q, title, from, to }: SearchQuery) =>
  infiniteQueryOptions({
    queryKey: ['search', id, q, title, from, to],
    initialPageParam: to as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.find({ query: { q, title: title || undefined, from: from || undefined, to: pageParam || undefined } }, { signal }),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
