import { useCallback, useState } from 'react'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { type OpenForm, TemplateForm } from '#web/features/templates/forms/template-form.tsx'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import type { AnyTemplate, TemplateKind } from '#web/features/templates/template-kinds.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TemplateFiles } from './template-files.tsx'
import { TemplateList } from './template-list.tsx'

const TABS = [
  { value: 'timeBlock', label: 'Time Blocks' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const

type TemplateManagerProps = { initialTab: TemplateKind; onClose: () => void }

/** The Template Manager: views, creates, edits, applies, imports and exports templates. */
export const TemplateManager = ({ initialTab, onClose }: TemplateManagerProps) => {
  const { timezone } = useUser()
  const { date } = usePlannerAddress(useToday(timezone))
  const [tab, setTab] = useState<TemplateKind>(initialTab)
  const [form, setForm] = useState<OpenForm | null>(null)
  const edit = useCallback((entry: AnyTemplate) => setForm(entry), [])
  const apply = useCallback((entry: AnyTemplate) => openTemplateDialog({ is: 'apply', entry, date }), [date])

  return (
    <Dialog onClose={onClose} size="lg" title="Template Manager" description="Plan once, reuse any day" footer={<TemplateFiles />}>
      <Tabs label="Template type" value={tab} options={TABS} onChange={setTab} className="min-h-[46dvh]">
        <TemplateList key={tab} kind={tab} onApply={apply} onEdit={edit} onCreate={() => setForm({ kind: tab, template: null })} />
      </Tabs>
      {form && <TemplateForm form={form} date={date} onClose={() => setForm(null)} />}
    </Dialog>
  )
}
