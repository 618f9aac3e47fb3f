import { useMutation } from '@tanstack/react-query'
import { dataExport } from '#shared/export/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { download } from '#web/lib/save-file.ts'

/** Downloads all of the user's data. */
export const useExportData = () =>
  useMutation({
    mutationFn: () => client(dataExport).exportMyData(),
    onSuccess: download,
  })
