import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import type { YearDraft } from '#web/features/timetables/model/timetable-draft.ts'
import type { nextDayOff } from '#web/features/timetables/result/outcome.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ChoiceCards } from '#web/ui/choices/choice-cards.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'

type StepperProps = { legend: string; number: number; days: number; onChange: (number: number) => void; children?: ReactNode }

/** Chooses a day of the cycle. What it means is beside it. */
export const CycleStepper = ({ legend, number, days, onChange, children }: StepperProps) => {
  const step = (by: number) => onChange(((number - 1 + by + days) % days) + 1)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-caption font-semibold text-ink-soft">{legend}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex h-[46px] items-center rounded-control border-2 border-brand bg-surface px-1.5 touch:h-[50px]">
          <IconButton label="One day earlier in the cycle" variant="ghost" onClick={() => step(-1)}>
            <Minus className="size-4" />
          </IconButton>
          <output aria-live="polite" className="w-16 text-center font-(family-name:--display) text-title font-bold">
            Day {number}
          </output>
          <IconButton label="One day later in the cycle" variant="ghost" data-first="" onClick={() => step(1)}>
            <Plus className="size-4" />
          </IconButton>
        </span>
        {children}
      </div>
    </fieldset>
  )
}

type DayStepperProps = Omit<StepperProps, 'legend' | 'children'> & {
  /** The day whose number is asked: today, or the next school day. */
  date: string
  today: string
  /** The number that it would have, counted from the first day. */
  counted: number
  firstDay: string
}

/** Says which day of the cycle today is. All later days follow. */
export const DayStepper = ({ date, today, counted, firstDay, ...stepper }: DayStepperProps) => (
  <CycleStepper legend={`${date === today ? 'Today, ' : ''}${formatDay(date, 'weekdayAndDay')}, is`} {...stepper}>
    <span className="max-w-[190px] text-caption text-ink-soft">
      {stepper.number === counted
        ? `Counted from ${formatDay(firstDay, 'monthDay')}.`
        : `Counted from ${formatDay(firstDay, 'monthDay')} it would be Day ${counted}. All later days follow.`}
    </span>
  </CycleStepper>
)

type DayOffChoiceProps = {
  value: YearDraft['onDayOff']
  next: ReturnType<typeof nextDayOff>
  onChange: (value: YearDraft['onDayOff']) => void
}

/** What a day off does to the cycle. Each answer names the next date that it decides. */
export const DayOffChoice = ({ value, next, onChange }: DayOffChoiceProps) => (
  <ChoiceCards
    legend="When there’s no school"
    value={value}
    choices={[
      {
        value: 'wait',
        label: 'The cycle waits',
        about: next ? `Day ${next.number} comes on ${formatDay(next.next, 'short')}` : 'Its day comes on the next school day',
      },
      {
        value: 'skip',
        label: 'The cycle goes on',
        about: next ? `${formatDay(next.date, 'short')} uses up Day ${next.number}` : 'A day off uses up its day',
      },
    ]}
    onChange={onChange}
  />
)

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
