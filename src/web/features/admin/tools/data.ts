import { useQuery } from '@tanstack/react-query'
import { type Maintenance, maintenance } from '#shared/admin/maintenance/contract.ts'
import { adminTools } from '#shared/admin/tools/contract.ts'
import type { Reply } from '#shared/endpoint.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { download } from '#web/lib/save-file.ts'

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

const tools = client(adminTools)

export const useConfiguration = () => useQuery({ queryKey: ['admin', 'configuration'], queryFn: () => tools.configuration() })

export type ExportFormat = 'csv' | 'json'

/** Downloads all users as a file. */
export const exportUsers = async (format: ExportFormat): Promise<void> =>
  download(await (format === 'csv' ? tools.exportUsersCsv() : tools.exportUsersJson()))

export type BulkPreview = Reply<typeof adminTools.previewBulkUpdate>

export const previewBulk = (csv: string): Promise<BulkPreview> => tools.previewBulkUpdate({ body: { csv } })

/** Applies a bulk update and refetches all admin queries. */
export const applyBulk = async (csv: string): Promise<{ changed: number }> => {
  const done = await tools.bulkUpdate({ body: { csv } })
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
  return done
}
