import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TemplateFile } from '#shared/templates/library/contract.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { ImportDialog } from './import-dialog.tsx'
import { BadFile, MAX_FILE_BYTES, readTemplateFile, writeTemplateFile } from './template-file.ts'

const FAILED = 'Failed to import templates'

/** Returns the parsed file. If the file isn't a valid template file, shows the reason in a toast and returns null. */
const checkedFile = async (file: File): Promise<TemplateFile | null> => {
  const refuse = (description: string): null => {
    showToast({ title: FAILED, description, tone: 'destructive' })
    return null
  }
  if (file.size > MAX_FILE_BYTES) return refuse('This file is too large. Choose one of up to 2 MB.')
  try {
    return readTemplateFile(await file.text())
  } catch (error) {
    if (error instanceof BadFile) return refuse(error.message)
    throw error
  }
}

const exportAll = async (): Promise<void> => {
  const [timeBlocks, daily, weekly] = await Promise.all([
    queryClient.fetchQuery(templatesQuery('timeBlock')),
    queryClient.fetchQuery(templatesQuery('daily')),
    queryClient.fetchQuery(templatesQuery('weekly')),
  ])
  if (timeBlocks.length + daily.length + weekly.length === 0)
    return showToast({ title: 'No templates to export', description: 'Create one first.' })
  const url = URL.createObjectURL(new Blob([writeTemplateFile({ timeBlocks, daily, weekly })], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: 'firstbell-templates.json' }).click()
  URL.revokeObjectURL(url)
}

/** Buttons that export all templates to a file and import templates from a file. */
export const TemplateFiles = () => {
  const chooser = useRef<HTMLInputElement>(null)
  const { mayEdit } = useOwnCalendar()
  const [content, setContent] = useState<TemplateFile | null>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept="application/json,.json"
        aria-label="Template file"
        className="hidden"
        onChange={async (event) => {
          const [file] = event.target.files ?? []
          // Otherwise, choosing the same file again wouldn't fire a change event.
          event.target.value = ''
          if (file) setContent(await checkedFile(file))
        }}
      />
      {mayEdit && (
        <Button icon={<Upload className="size-4" />} onClick={() => chooser.current?.click()}>
          Import…
        </Button>
      )}
      <Button
        icon={<Download className="size-4" />}
        onClick={() =>
          exportAll().catch((error: Error) =>
            showToast({ title: 'Failed to export templates', description: error.message, tone: 'destructive' }),
          )
        }
      >
        Export all
      </Button>
      {content && <ImportDialog content={content} onClose={() => setContent(null)} />}
    </>
  )
}
