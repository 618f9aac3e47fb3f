import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { RefusedCall } from './api.ts'
import { forgetSession } from './storage.ts'

/** Where the cache keeps who is signed in: a user, or null for nobody. */
export const SESSION_KEY = ['user'] as const

/** Forgets who was signed in and all they had loaded. What needs a session then shows the sign-in page by itself. */
export const endSession = (): void => {
  forgetSession()
  queryClient.setQueryData(SESSION_KEY, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

// Before the next paint and not by a timer: a switch that is pressed would flick back for a moment.
notifyManager.setScheduler(queueMicrotask)

/** Own data is never stale, is not fetched again on focus, and a failed call is not tried again by itself. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof RefusedCall && error.status === 401) endSession()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      // Offline, a call fails at once and says so rather than waiting unseen.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
