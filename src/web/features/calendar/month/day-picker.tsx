import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { addMonths, dayOfMonth, formatDay, isSchoolDay, monthOf, weeksOfMonth } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { useMonth } from '#web/features/calendar/days/marks/mark-calls.ts'
import { IconButton } from '#web/ui/button.tsx'

const BACK = <ChevronLeft className="size-[18px]" />
const ON = <ChevronRight className="size-[18px]" />

type DayPickerProps = {
  calendar: CalendarRef
  /** Describes the purpose of the selection to screen readers. */
  label: string
  chosen: readonly string[]
  today: string
  weekStartsOn: Preferences['weekStartsOn']
  /** A day that can't be selected. */
  except?: string
  /** Whether non-instructional days can be selected. */
  areDaysOffOpen: boolean
  /** The days with their number of lessons, if the picker should mark those that have lessons. */
  lessonsOn?: ReadonlyMap<string, { lessons: number }> | undefined
  onToggle: (date: string) => void
}

const nameOf = (day: string, whyOff: string | null | false, count: number): string =>
  [formatDay(day, 'full'), whyOff && `non-instructional: ${whyOff}`, count > 0 && `${count} ${count === 1 ? 'lesson' : 'lessons'}`]
    .filter(Boolean)
    .join(', ')

/** A month grid for selecting several school days. Weekends and days of adjacent months can't be selected. Days off are labeled. */
export const DayPicker = ({
  calendar,
  label,
  chosen,
  today,
  weekStartsOn,
  except,
  areDaysOffOpen,
  lessonsOn,
  onToggle,
}: DayPickerProps) => {
  const [month, setMonth] = useState(monthOf(chosen[0] ?? except ?? today))
  const weeks = weeksOfMonth(month, weekStartsOn)
  const { data: marks } = useMonth(calendar, month)
  const countOn = (day: string) => (monthOf(day) === month && lessonsOn?.get(day)?.lessons) || 0
  return (
    <div>
      <div className="mb-2 flex items-center gap-1.5">
        <h3 aria-live="polite" className="flex-1 text-large">
          {formatDay(month, 'month')}
        </h3>
        <IconButton label="Previous month" onClick={() => setMonth(addMonths(month, -1))}>
          {BACK}
        </IconButton>
        <IconButton label="Next month" onClick={() => setMonth(addMonths(month, 1))}>
          {ON}
        </IconButton>
      </div>
      <div aria-hidden="true" className="grid grid-cols-7 pb-1 text-center text-small font-semibold text-ink-soft">
        {weeks[0]?.map((day) => (
          <span key={day}>{formatDay(day, 'weekday').slice(0, 1)}</span>
        ))}
      </div>
      <fieldset aria-label={label} className="grid grid-cols-7 gap-1">
        {weeks.flat().map((day) => {
          const mark = marks?.days.get(day)
          const isOff = mark?.isBlocked === true && monthOf(day) === month
          const count = countOn(day)
          return (
            <button
              key={day}
              type="button"
              aria-label={nameOf(day, isOff && mark.blockedText, count)}
              title={isOff ? `Non-instructional: ${mark.blockedText}` : undefined}
              aria-pressed={chosen.includes(day)}
              aria-current={day === today ? 'date' : undefined}
              disabled={!isSchoolDay(day) || monthOf(day) !== month || day === except || (isOff && !areDaysOffOpen)}
              onClick={() => onToggle(day)}
              className={clsx(
                'relative grid h-10 content-center rounded-lg text-control leading-tight tabular-nums transition-colors duration-150 small:h-11',
                'disabled:cursor-not-allowed disabled:font-normal aria-pressed:bg-brand aria-pressed:text-on-brand enabled:aria-pressed:hover:bg-brand-strong',
                isOff
                  ? 'bg-blocked-soft text-blocked'
                  : 'enabled:hover:bg-brand-soft disabled:text-ink-soft disabled:not-aria-pressed:opacity-55',
                day < today && !chosen.includes(day) ? 'font-normal text-ink-soft' : 'font-semibold',
                day === today && 'ring-1 ring-line-strong ring-inset',
              )}
            >
              <span className={clsx(isOff && 'line-through')}>{dayOfMonth(day)}</span>
              {isOff && <span className="text-tiny leading-none font-medium">off</span>}
              {count > 0 && !isOff && (
                <span className="absolute inset-x-0 bottom-1 mx-auto size-[5px] rounded-full bg-current opacity-70" />
              )}
            </button>
          )
        })}
      </fieldset>
      {weeks.flat().some((day) => countOn(day) > 0) && (
        <p className="mt-2 flex items-center gap-1.5 text-caption text-ink-soft">
          <span aria-hidden="true" className="size-[5px] rounded-full bg-current" />
          Already has lessons
        </p>
      )}
    </div>
  )
}
