import { clsx } from 'clsx'
import { addDays, formatDay, mondayOf, schoolWeekOf } from '#shared/dates.ts'
import { likelyYear } from '#shared/timetables/rules.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { DayToggles } from '#web/features/calendar/navigation/day-toggles.tsx'
import { Button } from '#web/ui/button.tsx'
import { isRepeated, latestUntil, type Span } from './usual-plan.ts'

/** Weeks that a usual day repeats for until the teacher chooses. */
const USUAL_WEEKS = 4

const afterWeeks = (from: string, weeks: number): string => addDays(mondayOf(from), 7 * (weeks - 1) + 4)

/** Returns the dates that a teacher can choose with one press. `isOneDay`: the lessons are for one day, and not for its week. */
export const endsOf = (from: string, isOneDay: boolean): { label: string; date: string }[] => {
  const year = likelyYear(from).lastDay
  const first = isOneDay ? { label: 'Just this day', date: from } : { label: 'This week only', date: afterWeeks(from, 1) }
  const weeks = { label: `${USUAL_WEEKS} weeks`, date: afterWeeks(from, USUAL_WEEKS) }
  return [first, weeks, { label: 'End of year', date: year }].filter(({ date }, place) => place < 2 || date > weeks.date)
}

type RepeatUntilProps = { span: Span; isOneDay: boolean; onChange: (change: Partial<Span>) => void }

/** The last choice: on which weekdays, and until when. */
export const RepeatUntil = ({ span, isOneDay, onChange }: RepeatUntilProps) => {
  const { from, until, weekdays } = span
  const toggle = (weekday: number) =>
    onChange({ weekdays: weekdays.includes(weekday) ? weekdays.filter((other) => other !== weekday) : [...weekdays, weekday] })
  // In a week, a toggle is the day on screen.
  const days = schoolWeekOf(from).map((date, place) => ({
    value: place + 1,
    name: formatDay(date, isOneDay || isRepeated(span) ? 'weekdayLong' : 'weekdayAndDay'),
  }))
  return (
    <div className="mt-4 flex flex-wrap gap-x-5 gap-y-3.5">
      {(!isOneDay || isRepeated(span)) && (
        <fieldset>
          <legend className="mb-1.5 text-caption font-semibold text-ink-soft">Days</legend>
          <DayToggles days={days} chosen={weekdays} onToggle={toggle} />
        </fieldset>
      )}
      <div className="flex min-w-0 flex-wrap items-end gap-x-2 gap-y-2">
        <DateField
          label="Repeat until"
          className="w-[166px] phone:w-full"
          value={until}
          min={from}
          max={latestUntil(from)}
          onChange={(date) => onChange({ until: date })}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: these aren't fields */}
        <div role="group" aria-label="How long" className="flex flex-wrap gap-1.5 pb-1">
          {endsOf(from, isOneDay).map(({ label, date }) => (
            <Button
              key={label}
              size="sm"
              aria-pressed={until === date}
              className={clsx(until === date && '!border-brand !bg-brand-soft !text-brand')}
              onClick={() => onChange({ until: date })}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
