import { useMutation } from '@tanstack/react-query'
import { dataExport } from '#shared/export/contract.ts'
import { client } from '#web/lib/api.ts'
import { saveFile } from '#web/lib/save-file.ts'

/** Downloads all that is kept of the person. */
export const useExportData = () =>
  useMutation({
    mutationFn: (password: string | undefined) => client(dataExport).exportMyData({ body: password === undefined ? {} : { password } }),
    onSuccess: (file) => saveFile(file, file.name),
  })
