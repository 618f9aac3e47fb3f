import { clsx } from 'clsx'
import { formatDay, schoolWeekOf } from '#shared/dates.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { DayToggles } from '#web/features/calendar/navigation/day-toggles.tsx'
import { Button } from '#web/ui/button.tsx'
import { type End, isRepeated, latestUntil, type Span } from './usual-plan.ts'

type RepeatUntilProps = { span: Span; ends: readonly End[]; isOneDay: boolean; onChange: (change: Partial<Span>) => void }

/** The last choice: on which weekdays, and until when. */
export const RepeatUntil = ({ span, ends, isOneDay, onChange }: RepeatUntilProps) => {
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
          {ends.map(({ label, date }) => (
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
