import { CalendarDays, Check } from 'lucide-react'
import { useState } from 'react'
import { dayOfMonth, formatDay, stepSchoolDay } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { DayPicker } from '#web/features/calendar/month/day-picker.tsx'
import { useUser } from '#web/features/people/data.ts'
import { firstDay } from '#web/features/sub-plans/next-plan-day.ts'
import { withDateToggled } from '#web/features/sub-plans/plan-draft.ts'
import { Button } from '#web/ui/button.tsx'

const CHECK = <Check className="size-4" />
const OTHER = <CalendarDays className="size-4" />
const CHIP =
  'h-11! rounded-full! aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand aria-expanded:border-brand max-[350px]:px-2.5!'

type DayChipsProps = { calendar: CalendarRef; today: string; dates: readonly string[]; onDates: (dates: readonly string[]) => void }

/** Chooses the days of an absence: today, the next school day, or others in a calendar. At least one stays chosen. */
export const DayChips = ({ calendar, today, dates, onDates }: DayChipsProps) => {
  const { weekStartsOn } = useUser().preferences
  const [isOpen, setIsOpen] = useState(false)
  const near = [firstDay(today), stepSchoolDay(firstDay(today), 1)]
  const others = dates.filter((date) => !near.includes(date)).length
  const toggle = (date: string) => {
    const next = withDateToggled(dates, date)
    if (next.length > 0) onDates(next)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-caption font-semibold text-ink-soft">Which days?</legend>
      <div className="flex flex-wrap gap-2">
        {near.map((date) => (
          <Button
            key={date}
            icon={dates.includes(date) ? CHECK : undefined}
            aria-pressed={dates.includes(date)}
            className={CHIP}
            onClick={() => toggle(date)}
          >
            {date === today && 'Today, '}
            {formatDay(date, 'weekday')} {dayOfMonth(date)}
          </Button>
        ))}
        <Button icon={OTHER} aria-expanded={isOpen} className={CHIP} onClick={() => setIsOpen(!isOpen)}>
          {others > 0 ? `${others} other${others === 1 ? '' : 's'}` : 'Other'}
        </Button>
      </div>
      {isOpen && (
        <div className="mt-3 max-w-[380px]">
          <DayPicker
            calendar={calendar}
            label="Days to cover"
            areDaysOffOpen
            chosen={dates}
            today={today}
            weekStartsOn={weekStartsOn}
            onToggle={toggle}
          />
        </div>
      )}
    </fieldset>
  )
}
