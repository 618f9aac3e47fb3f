import { useQuery } from '@tanstack/react-query'
import { admin } from '#shared/admin/contract.ts'
import { client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const api = client(admin)
const ANALYTICS_KEY = ['admin', 'analytics']

/** The figures of the cards and of the Overview; asked for again each time the dashboard is opened. */
export const useAnalytics = () => useQuery({ queryKey: ANALYTICS_KEY, queryFn: () => api.analytics(), refetchOnMount: 'always' })

/** Asks for the figures again, after a change that moves them. */
export const reloadAnalytics = (): void => void queryClient.invalidateQueries({ queryKey: ANALYTICS_KEY })
