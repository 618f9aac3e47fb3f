import { useMutation } from '@tanstack/react-query'
import { dataExport, lessonFiles } from '#shared/export/contract.ts'
import type { FileFormat } from '#shared/export/rules.ts'
import { client } from '#web/lib/net/api.ts'
import { download } from '#web/lib/save-file.ts'

/** Downloads all of the user's data. */
export const useExportData = () =>
  useMutation({
    mutationFn: () => client(dataExport).exportMyData(),
    onSuccess: download,
  })

type LessonFile = { format: FileFormat; from: string; to: string; classId?: string }

/** Downloads lessons as a file of another program. */
export const downloadLessons = async (query: LessonFile): Promise<void> => download(await client(lessonFiles).exportLessons({ query }))
