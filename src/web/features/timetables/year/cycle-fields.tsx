import { clsx } from 'clsx'
import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import type { TimetableDraft } from '#web/features/timetables/model/timetable-draft.ts'
import type { nextDayOff } from '#web/features/timetables/result/outcome.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'

type StepperProps = {
  /** The day whose number is asked: today, or the next school day. */
  date: string
  today: string
  number: number
  /** The number that it would have, counted from the first day. */
  counted: number
  days: number
  firstDay: string
  onChange: (number: number) => void
}

/** Says which day of the cycle today is. All later days follow. */
export const DayStepper = ({ date, today, number, counted, days, firstDay, onChange }: StepperProps) => {
  const step = (by: number) => onChange(((number - 1 + by + days) % days) + 1)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-caption font-semibold text-ink-soft">
        {date === today ? 'Today, ' : ''}
        {formatDay(date, 'weekdayAndDay')}, is
      </legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex h-[46px] items-center rounded-control border-2 border-brand bg-surface px-1.5 touch:h-[50px]">
          <IconButton label="One day earlier in the cycle" variant="ghost" onClick={() => step(-1)}>
            <Minus className="size-4" />
          </IconButton>
          <output aria-live="polite" className="w-16 text-center font-(family-name:--display) text-title font-bold">
            Day {number}
          </output>
          <IconButton label="One day later in the cycle" variant="ghost" onClick={() => step(1)}>
            <Plus className="size-4" />
          </IconButton>
        </span>
        <span className="max-w-[190px] text-caption text-ink-soft">
          {number === counted
            ? `Counted from ${formatDay(firstDay, 'monthDay')}.`
            : `Counted from ${formatDay(firstDay, 'monthDay')} it would be Day ${counted}. All later days follow.`}
        </span>
      </div>
    </fieldset>
  )
}

type DayOffChoiceProps = {
  value: TimetableDraft['onDayOff']
  next: ReturnType<typeof nextDayOff>
  onChange: (value: TimetableDraft['onDayOff']) => void
}

/** What a day off does to the cycle. Each answer names the next date that it decides. */
export const DayOffChoice = ({ value, next, onChange }: DayOffChoiceProps) => {
  const name = useId()
  const choices = [
    {
      value: 'wait' as const,
      label: 'The cycle waits',
      about: next ? `Day ${next.number} comes on ${formatDay(next.next, 'short')}` : 'Its day comes on the next school day',
    },
    {
      value: 'skip' as const,
      label: 'The cycle goes on',
      about: next ? `${formatDay(next.date, 'short')} uses up Day ${next.number}` : 'A day off uses up its day',
    },
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-caption font-semibold text-ink-soft">When there’s no school</legend>
      <div className="grid grid-cols-2 gap-2 phone:grid-cols-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'relative flex min-h-[46px] items-start gap-2.5 rounded-control border px-3 py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              choice.value === value ? 'border-brand bg-brand-soft' : 'border-line-control bg-surface hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-4 shrink-0 accent-brand outline-none"
            />
            <span>
              <b className="block text-control leading-tight font-semibold">{choice.label}</b>
              <span className="text-caption text-ink-soft">{choice.about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const WEEKS = [
  { value: 'A', label: 'Week A' },
  { value: 'B', label: 'Week B' },
] as const

type WeekChoiceProps = { date: string; isWeekB: boolean; onChange: (isWeekB: boolean) => void }

/** Says whether the week of a date is week A or B. All later weeks follow. */
export const WeekChoice = ({ date, isWeekB, onChange }: WeekChoiceProps) => (
  <SegmentedField
    label={`The week of ${formatDay(mondayOf(date), 'monthDay')} is`}
    value={isWeekB ? 'B' : 'A'}
    options={WEEKS}
    onChange={(week) => onChange(week === 'B')}
  />
)
