import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { search as contract } from '#shared/search/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { client } from '#web/lib/api.ts'
import type { Asked } from './search-address.ts'

const api = client(contract)

/** What is found in a calendar, page by page. Searched anew each time; a search that another overtakes is broken off. */
export const foundQuery = ({ id }: Pick<CalendarRef, 'id'>, { q, title, from, to }: Asked) =>
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
