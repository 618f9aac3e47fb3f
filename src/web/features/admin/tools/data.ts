import { useQuery } from '@tanstack/react-query'
import { type Maintenance, maintenance } from '#shared/admin/maintenance/contract.ts'
import { client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const api = client(maintenance)
const MAINTENANCE_KEY = ['admin', 'maintenance']

export const useMaintenance = () =>
  useQuery({ queryKey: MAINTENANCE_KEY, queryFn: () => api.maintenance(), refetchOnMount: 'always', refetchInterval: 15_000 })

export const beginMaintenance = async (wanted: Maintenance): Promise<void> => {
  queryClient.setQueryData(MAINTENANCE_KEY, await api.beginMaintenance({ body: wanted }))
}

export const endMaintenance = async (): Promise<void> => {
  queryClient.setQueryData(MAINTENANCE_KEY, await api.endMaintenance())
}
