import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Cache key of the session: the signed-in user, or null if signed out. */
export const SESSION_KEY = ['user'] as const

// Notify before the next paint instead of in a timer. Otherwise, a clicked switch briefly flickers back.
notifyManager.setScheduler(queueMicrotask)

/**
 * The user's own data never becomes stale and isn't refetched on focus, and failed calls aren't retried automatically. When the connection
 * is restored, failed queries and those that show what the device kept refetch, so that no part of the page keeps showing 'You’re offline' or
 * an old answer.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: (query) => (query.state.status === 'error' || query.state.isInvalidated ? 'always' : false),
      retry: false,
      // Offline calls fail immediately with an error instead of pausing silently.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
