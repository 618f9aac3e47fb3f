import { useQueries } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { type OpenForm, TemplateForm } from '#web/features/templates/forms/template-form.tsx'
import { saveDialogOf } from '#web/features/templates/keep-template.ts'
import { openTemplateDialog, type TemplateDialog } from '#web/features/templates/open-dialogs.ts'
import type { AnyTemplate, TemplateKind } from '#web/features/templates/template-kinds.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { NoTemplates } from './no-templates.tsx'
import { TemplateFiles } from './template-files.tsx'
import { TemplateList } from './template-list.tsx'
import './template-library.css'

const TABS = [
  { value: 'timeBlock', label: 'Time Blocks' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const

type TemplateManagerProps = { initialTab: TemplateKind; onClose: () => void }

/**
 * The Template Manager: views, creates, edits, applies, imports and exports templates. Its forms replace it while they are open. Before the
 * first template, it has no tabs.
 */
export const TemplateManager = ({ initialTab, onClose }: TemplateManagerProps) => {
  const { timezone } = useUser()
  const { date } = usePlannerAddress(useToday(timezone))
  const own = useOwnCalendar()
  const [tab, setTab] = useState<TemplateKind>(initialTab)
  const [form, setForm] = useState<OpenForm | null>(null)
  const edit = useCallback((entry: AnyTemplate) => setForm(entry), [])
  const apply = useCallback((entry: AnyTemplate) => openTemplateDialog({ is: 'apply', entry, date }), [date])
  const counts = useQueries({ queries: [templatesQuery('timeBlock'), templatesQuery('daily'), templatesQuery('weekly')] })
  const hasNone = own.mayEdit && counts.every(({ data }) => data?.length === 0)
  const { data: week } = useWeek(own, mondayOf(date))
  const next = useRef<TemplateDialog>(undefined)
  const save = saveDialogOf('weekly', week, date)

  return (
    <Dialog
      onClose={onClose}
      // Open the next dialog only after this one closes, so that the next one returns focus to the right element when it closes.
      onClosed={() => next.current && openTemplateDialog(next.current)}
      size="lg"
      title="Template Manager"
      description="Plan once, reuse any day"
      footer={<TemplateFiles />}
    >
      <span hidden data-yields="" />
      {hasNone ? (
        <NoTemplates
          onSave={
            save &&
            (() => {
              next.current = save
              onClose()
            })
          }
          onCreate={(kind) => {
            setTab(kind)
            setForm({ kind, template: null })
          }}
        />
      ) : (
        <Tabs label="Template type" value={tab} options={TABS} onChange={setTab} className="min-h-[46dvh]">
          <TemplateList key={tab} kind={tab} onApply={apply} onEdit={edit} onCreate={() => setForm({ kind: tab, template: null })} />
        </Tabs>
      )}
      {form && <TemplateForm form={form} date={date} onClose={() => setForm(null)} />}
    </Dialog>
  )
}
