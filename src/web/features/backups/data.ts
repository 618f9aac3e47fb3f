import { useMutation, useQuery } from '@tanstack/react-query'
import { adminBackups } from '#shared/backups/contract.ts'
import { client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { download } from '#web/lib/save-file.ts'

const api = client(adminBackups)
const BACKUPS_KEY = ['admin', 'backups']
/** While one is being made, the list is asked for so often. */
const UNDER_WAY_MS = 3000

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: BACKUPS_KEY })

/** The backups that are kept; asked for again each time they are shown. */
export const useBackups = () =>
  useQuery({
    queryKey: BACKUPS_KEY,
    queryFn: () => api.listBackups(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.isUnderWay ? UNDER_WAY_MS : false),
  })

/** Makes a backup. Whatever comes of it, the list is asked for again: one that is not answered in time goes on. */
export const useCreateBackup = () => useMutation({ mutationFn: () => api.createBackup(), onSettled: reload })

/** Has the browser download a backup. */
export const useDownloadBackup = () =>
  useMutation({
    mutationFn: (name: string) => api.downloadBackup({ params: { name } }),
    onSuccess: download,
  })
