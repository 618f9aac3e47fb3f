import { useQuery } from '@tanstack/react-query'
import { admin } from '#shared/admin/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(admin)
const ANALYTICS_KEY = ['admin', 'analytics']
/** Query key prefix for user lists and user details. */
export const USERS_KEY = ['admin', 'users']

/** The figures on the cards and the Overview tab, refetched each time the dashboard opens. */
export const useAnalytics = () => useQuery({ queryKey: ANALYTICS_KEY, queryFn: () => api.analytics(), refetchOnMount: 'always' })

/** Refetches the figures after a change that affects them. */
const reloadAnalytics = (): void => void queryClient.invalidateQueries({ queryKey: ANALYTICS_KEY })

/** Refetches the displayed users and the dashboard figures. */
export const reloadPeople = (): void => {
  void queryClient.invalidateQueries({ queryKey: USERS_KEY })
  reloadAnalytics()
}
