import { useQuery } from '@tanstack/react-query'
import { admin } from '#shared/admin/contract.ts'
import { client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const api = client(admin)
const ANALYTICS_KEY = ['admin', 'analytics']
/** Under which the cache keeps people as they are listed and shown. */
export const USERS_KEY = ['admin', 'users']

/** The figures of the cards and of the Overview; asked for again each time the dashboard is opened. */
export const useAnalytics = () => useQuery({ queryKey: ANALYTICS_KEY, queryFn: () => api.analytics(), refetchOnMount: 'always' })

/** Asks for the figures again, after a change that moves them. */
const reloadAnalytics = (): void => void queryClient.invalidateQueries({ queryKey: ANALYTICS_KEY })

/** Asks again for whoever is shown, and for the figures. */
export const reloadPeople = (): void => {
  void queryClient.invalidateQueries({ queryKey: USERS_KEY })
  reloadAnalytics()
}
