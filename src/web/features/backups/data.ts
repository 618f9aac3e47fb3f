import { useMutation, useQuery } from '@tanstack/react-query'
import { adminBackups } from '#shared/backups/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { download } from '#web/lib/save-file.ts'

const api = client(adminBackups)
const BACKUPS_KEY = ['admin', 'backups']
/** Refetch interval while a backup is running, in milliseconds. */
const UNDER_WAY_MS = 3000

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: BACKUPS_KEY })

/** The stored backups, refetched on mount. */
export const useBackups = () =>
  useQuery({
    queryKey: BACKUPS_KEY,
    queryFn: () => api.listBackups(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.isUnderWay ? UNDER_WAY_MS : false),
  })

/** Creates a backup. Refetches the list even after a failure, because a backup keeps running after its request times out. */
export const useCreateBackup = () => useMutation({ mutationFn: () => api.createBackup(), onSettled: reload })

export const useDownloadBackup = () =>
  useMutation({
    mutationFn: (name: string) => api.downloadBackup({ params: { name } }),
    onSuccess: download,
  })
