import type { AnyTemplate, TemplateKind } from '#web/features/templates/template-kinds.ts'
import { DailyTemplateDialog } from './daily-template-dialog.tsx'
import { TimeBlockTemplateDialog } from './time-block-template-dialog.tsx'
import { WeeklyTemplateDialog } from './weekly-template-dialog.tsx'

/** The template to edit, or null to create one of that kind. */
export type OpenForm = AnyTemplate | { kind: TemplateKind; template: null }

/** Creates or edits a template, in place of the Template Manager. */
export const TemplateForm = ({ form, date, onClose }: { form: OpenForm; date: string; onClose: () => void }) => {
  if (form.kind === 'timeBlock') return <TimeBlockTemplateDialog template={form.template} onClose={onClose} />
  if (form.kind === 'daily') return <DailyTemplateDialog template={form.template} onClose={onClose} />
  return <WeeklyTemplateDialog template={form.template} date={date} onClose={onClose} />
}
