import { useMutation } from '@tanstack/react-query'
import { dataExport } from '#shared/export/contract.ts'
import { client } from '#web/lib/api.ts'
import { saveFile } from '#web/lib/save-file.ts'

/** Downloads all that is kept of the person. */
export const useExportData = () =>
  useMutation({
    mutationFn: () => client(dataExport).exportMyData(),
    onSuccess: (file) => saveFile(file, file.name),
  })
