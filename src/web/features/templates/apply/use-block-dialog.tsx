import { useState } from 'react'
import { formatDay, isDay, isSchoolDay } from '#shared/dates.ts'
import type { TimeBlockTemplate } from '#shared/templates/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { useUser } from '#web/features/people/data.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { TemplatePreview } from '#web/features/templates/template-preview.tsx'
import { applyBlockTemplate } from '#web/features/templates/template-saves.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'

type UseBlockDialogProps = { template: TimeBlockTemplate; initialDate: string; onClose: () => void }

/** Previews a time-block template and adds it to a day, alongside the existing lessons. */
export const UseBlockDialog = ({ template, initialDate, onClose }: UseBlockDialogProps) => {
  const { preferences } = useUser()
  const calendar = useCalendar()
  const [date, setDate] = useState(initialDate)
  const [isBusy, whileBusy] = usePending()
  const isDate = isDay(date) && isSchoolDay(date)
  const add = async () => {
    if (!isDate) return
    const isDone = await whileBusy(() => applyBlockTemplate(template, calendar, date))
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title="Apply Template"
      description={template.name}
      submitLabel={isDate ? `Add to ${formatDay(date, 'short')}` : 'Add'}
      busy={isBusy}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <DateField
        label="Use on"
        error={isDate ? undefined : 'Choose Monday through Friday'}
        className="max-w-64"
        value={date}
        onChange={setDate}
      />
      <h3 className="mt-5 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
      <TemplatePreview entry={{ kind: 'timeBlock', template }} timeFormat={preferences.timeFormat} />
      {template.description !== '' && (
        <div className="mt-3">
          <RichText html={template.description} />
        </div>
      )}
    </FormDialog>
  )
}
