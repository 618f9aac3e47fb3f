import type { TemplateFile } from '#shared/templates/library/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { SummaryLine } from '#web/features/templates/summary-line.tsx'
import type { TemplateBody } from '#web/features/templates/template-kinds.ts'
import { TemplatePreview } from '#web/features/templates/template-preview.tsx'
import { importFile } from '#web/features/templates/template-saves.ts'
import { counted } from '#web/lib/counted.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const groupsOf = ({ timeBlocks, daily, weekly }: TemplateFile): { title: string; templates: (TemplateBody & { name: string })[] }[] => [
  { title: 'Time Blocks', templates: timeBlocks.map((template) => ({ kind: 'timeBlock', name: template.name, template })) },
  { title: 'Daily', templates: daily.map((template) => ({ kind: 'daily', name: template.name, template })) },
  { title: 'Weekly', templates: weekly.map((template) => ({ kind: 'weekly', name: template.name, template })) },
]

/** Previews the templates in a file, then imports them. Existing templates aren't overwritten. */
export const ImportDialog = ({ content, onClose }: { content: TemplateFile; onClose: () => void }) => {
  const { timeFormat } = useUser().preferences
  const [isBusy, whileBusy] = usePending()
  const groups = groupsOf(content).filter(({ templates }) => templates.length > 0)
  const count = counted(
    groups.reduce((sum, { templates }) => sum + templates.length, 0),
    'template',
  )
  const take = async () => {
    const isDone = await whileBusy(() => importFile(content, count))
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={`Import ${count}`}
      description="These will be added to your templates. Nothing gets overwritten."
      size="lg"
      submitLabel="Import"
      busy={isBusy}
      onSubmit={() => void take()}
      onClose={onClose}
    >
      {groups.map(({ title, templates }) => (
        <section key={title}>
          <h3 className="mt-4 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft">{title}</h3>
          <ul className="grid gap-2">
            {templates.map((entry, position) => (
              <li key={position} className="rounded-card border border-line [content-visibility:auto] [contain-intrinsic-size:auto_58px]">
                <details>
                  <summary className="min-h-11 px-3.5 py-2">
                    <strong className="font-semibold">{entry.name}</strong>{' '}
                    <span className="text-caption text-ink-soft tabular">
                      <SummaryLine entry={entry} timeFormat={timeFormat} />
                    </span>
                  </summary>
                  <div className="border-t border-line p-3.5">
                    <TemplatePreview entry={entry} timeFormat={timeFormat} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </FormDialog>
  )
}
