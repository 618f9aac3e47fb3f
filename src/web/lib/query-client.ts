import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Where the cache keeps who is signed in: a user, or null for nobody. */
export const SESSION_KEY = ['user'] as const

// Before the next paint and not by a timer: a switch that is pressed would flick back for a moment.
notifyManager.setScheduler(queueMicrotask)

/**
 * Own data is never stale, is not fetched again on focus, and a failed call is not tried again by itself; only what failed
 * is fetched when the connection is back, so that nothing goes on saying 'You are offline'.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: (query) => (query.state.status === 'error' ? 'always' : false),
      retry: false,
      // Offline, a call fails at once and says so rather than waiting unseen.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
