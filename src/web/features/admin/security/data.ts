import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { security } from '#shared/admin/security/contract.ts'
import type { EventKind } from '#shared/admin/security/rules.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(security)

/** Refetch interval while the tab is open, in milliseconds. */
const LIVE_MS = 15_000

export const useSecurity = () => useQuery({ queryKey: ['admin', 'security'], queryFn: () => api.security(), refetchInterval: LIVE_MS })

export type EventFilter = { kind: EventKind | undefined; q: string }

/** The log's events, one page at a time. Refetches periodically while only the first page is loaded. */
export const useEvents = ({ kind, q }: EventFilter) =>
  useInfiniteQuery({
    queryKey: ['admin', 'events', kind, q],
    queryFn: ({ pageParam }) => api.securityEvents({ query: { kind, q: q === '' ? undefined : q, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? LIVE_MS : false),
    placeholderData: keepPreviousData,
  })
