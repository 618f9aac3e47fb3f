import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Cache key of the session: the signed-in user, or null if signed out. */
export const SESSION_KEY = ['user'] as const

// Notify before the next paint instead of in a timer, otherwise a clicked switch flickers back for a moment.
notifyManager.setScheduler(queueMicrotask)

/**
 * The user's own data never becomes stale, isn't refetched on focus, and failed calls aren't retried automatically. Only failed queries
 * refetch when the connection is back so no part of the page keeps showing 'You’re offline'.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: (query) => (query.state.status === 'error' ? 'always' : false),
      retry: false,
      // Offline calls fail at once with an error instead of pausing silently.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
