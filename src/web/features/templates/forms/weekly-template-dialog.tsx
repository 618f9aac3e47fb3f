import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { type DailyTemplate, NAME_MISSING, NO_VALID_BLOCK, WEEKDAY_BLOCKS, type WeeklyTemplate } from '#shared/templates/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { useUser } from '#web/features/people/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { byWeekday } from '#web/features/templates/template-kinds.ts'
import { WEEKDAYS, WeekPreview } from '#web/features/templates/template-preview.tsx'
import { changeTemplate, createTemplate } from '#web/features/templates/template-saves.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TemplateOptionsFields, TemplateTextField } from './template-fields.tsx'
import { blocksFrom, type Source } from './weekly-sources.ts'

type SourceFieldProps = {
  weekday: string
  source: Source
  /** Whether the template already has lessons saved for this weekday. */
  hasKept: boolean
  daily: readonly DailyTemplate[]
  onChange: (source: Source) => void
}

const SourceField = ({ weekday, source, hasKept, daily, onChange }: SourceFieldProps) => (
  <Field label={weekday}>
    {(wiring) => (
      <Select {...wiring} value={source} onChange={(event) => onChange(event.target.value)}>
        {hasKept && <option value="kept">Keep as is</option>}
        <option value="shown">From this week</option>
        <option value="none">Empty</option>
        {daily.length > 0 && (
          <optgroup label="Daily templates">
            {daily.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    )}
  </Field>
)

type WeeklyTemplateDialogProps = { template: WeeklyTemplate | null; date: string; onClose: () => void }

/**
 * Creates or edits a weekly template. Each weekday can be filled from the week of `date` or from a daily template, kept as saved, or left
 * empty. Lessons from the week keep their texts unless the teacher leaves them out.
 */
export const WeeklyTemplateDialog = ({ template, date, onClose }: WeeklyTemplateDialogProps) => {
  const { preferences } = useUser()
  const monday = mondayOf(date)
  const { data: week } = useWeek(useCalendar(), monday)
  const { data: daily = [] } = useQuery(templatesQuery('daily'))
  const first: Source = template ? 'kept' : 'shown'
  const [name, setName] = useState(template?.name ?? '')
  const [sources, setSources] = useState<Source[]>(() => WEEKDAYS.map(() => first))
  const [options, setOptions] = useState({ includeDescriptions: true, includeAlerts: false })
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, whileBusy] = usePending()

  const days = WEEKDAY_BLOCKS.map((weekday, index) =>
    blocksFrom({
      source: sources[index] ?? first,
      kept: template?.[weekday] ?? [],
      shown: week?.days[index]?.lessons.map(({ block }) => block) ?? [],
      daily,
      options,
    }),
  )
  const isEmpty = days.every((blocks) => blocks.length === 0)

  const save = async () => {
    setIsChecked(true)
    if (name.trim() === '' || isEmpty) return
    const body = { name, ...byWeekday(days) }
    const isDone = await whileBusy(() => (template ? changeTemplate('weekly', template, body) : createTemplate('weekly', body)))
    if (isDone) onClose()
  }

  return (
    <FormDialog
      title={template ? 'Edit Weekly Template' : 'Create Weekly Template'}
      size="lg"
      back="Template Manager"
      isChanged={() => name !== (template?.name ?? '') || sources.some((source) => source !== first)}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TemplateTextField
        label="Template name"
        value={name}
        error={isChecked && name.trim() === '' ? NAME_MISSING : undefined}
        onChange={setName}
      />
      <h3 className="mt-5 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft">
        Where each day comes from <span className="font-normal">(showing the week of {formatDay(monday, 'long')})</span>
      </h3>
      <div className="grid gap-2 sm:grid-cols-5">
        {WEEKDAYS.map((weekday, index) => (
          <SourceField
            key={weekday}
            weekday={weekday}
            source={sources[index] ?? first}
            hasKept={template !== null}
            daily={daily}
            onChange={(chosen) => setSources(sources.map((source, each) => (each === index ? chosen : source)))}
          />
        ))}
      </div>
      {sources.includes('shown') && (
        <TemplateOptionsFields options={options} className="mt-3.5 flex flex-wrap gap-x-6 gap-y-2" onChange={setOptions} />
      )}
      {isChecked && isEmpty && (
        <p role="alert" className="mt-3 text-caption font-medium text-blocked">
          {NO_VALID_BLOCK}
        </p>
      )}
      <h3 className="mt-5 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
      <WeekPreview days={days} timeFormat={preferences.timeFormat} />
    </FormDialog>
  )
}
