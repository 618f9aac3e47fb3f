import { clsx } from 'clsx'
import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import { formatDay, isDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { fillChoices, fillsFrom, type TimetableDraft, type YearDraft } from '#web/features/timetables/model/timetable-draft.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'

type Props = { draft: TimetableDraft; today: string; onChange: (changed: Partial<TimetableDraft>) => void }

const RHYTHMS = [
  { value: 'weekly', label: 'Every week' },
  { value: 'ab', label: 'A and B weeks' },
  { value: 'cycle', label: 'In a cycle of days' },
] as const

type YearFieldsProps = {
  draft: YearDraft
  problem: string | null
  /** Asks how the days repeat. */
  label?: string
  /** True in a dialog, where the fields take two lines. */
  isNarrow?: boolean
  onChange: (changed: Partial<YearDraft>) => void
}

const CycleLength = ({ draft, onChange }: Pick<YearFieldsProps, 'draft' | 'onChange'>) => (
  <Field label="Days in it" className="w-24">
    {(wiring) => (
      <Select {...wiring} value={draft.cycleDays} onChange={({ target }) => onChange({ cycleDays: Number(target.value) })}>
        {Array.from({ length: MAX.cycleDays - 1 }, (_, place) => (
          <option key={place} value={place + 2}>
            {place + 2}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

/** The first and last day, and how the days repeat. */
export const YearFields = ({ draft, problem, label = 'Your schedule repeats', isNarrow = false, onChange }: YearFieldsProps) => (
  <div
    className={clsx(
      'grid items-start gap-3 max-[359px]:grid-cols-1',
      isNarrow ? 'grid-cols-2' : 'grid-cols-[1fr_1fr_auto] max-[1100px]:grid-cols-2',
    )}
  >
    <DateField label="First day" value={draft.firstDay} error={problem ?? undefined} onChange={(firstDay) => onChange({ firstDay })} />
    <DateField label="Last day" value={draft.lastDay} onChange={(lastDay) => onChange({ lastDay })} />
    <div className={clsx('flex flex-wrap gap-3', isNarrow ? 'col-span-full' : 'max-[1100px]:col-span-full')}>
      <SegmentedField label={label} value={draft.kind} options={RHYTHMS} onChange={(kind) => onChange({ kind })} />
      {draft.kind === 'cycle' && <CycleLength draft={draft} onChange={onChange} />}
    </div>
  </div>
)

const ANOTHER = 'another'

/** Where filling starts, and what happens on days that have lessons. */
export const FillFields = ({ draft, today, onChange }: Props) => {
  const from = fillsFrom(draft, today)
  const choices = fillChoices(draft, today)
  const [isOther, setIsOther] = useState(!choices.some(({ value }) => value === from))
  const choose = (value: string) => {
    setIsOther(value === ANOTHER)
    if (value !== ANOTHER) onChange({ from: value })
  }
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <Field label="Fill from" className="phone:w-full">
        {(wiring) => (
          <Select
            {...wiring}
            className="w-[230px] touch:w-[270px] phone:w-full"
            value={isOther ? ANOTHER : from}
            onChange={({ target }) => choose(target.value)}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label} · {formatDay(value, 'short')}
              </option>
            ))}
            <option value={ANOTHER}>Another day…</option>
          </Select>
        )}
      </Field>
      {isOther && (
        <DateField
          label="First day to fill"
          value={from}
          min={draft.firstDay}
          max={draft.lastDay}
          onChange={(date) => onChange({ from: isDay(date) ? date : null })}
        />
      )}
      <Field label="Days with lessons" className="phone:w-full">
        {(wiring) => (
          <Select
            {...wiring}
            className="w-[190px] phone:w-full"
            value={draft.existing}
            onChange={({ target }) => onChange({ existing: target.value === 'replace' ? 'replace' : 'keep' })}
          >
            <option value="keep">Keep mine</option>
            <option value="replace">Replace with these</option>
          </Select>
        )}
      </Field>
      {draft.kind !== 'cycle' && (
        <span className="flex h-10 flex-1 items-center justify-end gap-1.5 text-label text-ink-soft phone:hidden">
          <CalendarOff className="size-[15px] shrink-0" />
          Days off are skipped.
        </span>
      )}
    </div>
  )
}
