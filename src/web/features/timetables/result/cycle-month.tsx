import { ChevronLeft, ChevronRight, Pin } from 'lucide-react'
import { useState } from 'react'
import { addMonths, dayOfMonth, formatDay, monthOf, schoolWeekOf, weeksOfMonth } from '#shared/dates.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { OutcomeDay } from './outcome.ts'

type CycleMonthProps = {
  days: readonly OutcomeDay[]
  /** The day whose number the teacher sets. */
  date: string
  isSetByHand: (date: string) => boolean
}

/** A month of school days with the number of each in the cycle. */
export const CycleMonth = ({ days, date, isSetByHand }: CycleMonthProps) => {
  const [month, setMonth] = useState(() => monthOf(date))
  const byDate = new Map(days.map((day) => [day.date, day]))
  const weeks = weeksOfMonth(month, 'monday')
    .map(([monday = month]) => schoolWeekOf(monday))
    .filter((week) => week.some((one) => monthOf(one) === month))
  return (
    <section aria-label="Days of the cycle">
      <div className="mb-1.5 flex items-center gap-1.5">
        <h3 aria-live="polite" className="flex-1 text-lead">
          {formatDay(month, 'month')}
        </h3>
        <IconButton size="sm" label="Previous month" onClick={() => setMonth(addMonths(month, -1))}>
          <ChevronLeft className="size-4" />
        </IconButton>
        <IconButton size="sm" label="Next month" onClick={() => setMonth(addMonths(month, 1))}>
          <ChevronRight className="size-4" />
        </IconButton>
      </div>
      <div aria-hidden="true" className="mb-1 grid grid-cols-5 gap-1 text-center text-small font-semibold text-ink-soft">
        {weeks[0]?.map((one) => (
          <span key={one}>{formatDay(one, 'weekday')}</span>
        ))}
      </div>
      <ol className="tt-month">
        {weeks.flat().map((one) => {
          const day = byDate.get(one)
          const isOff = day?.kind === 'off'
          return (
            <li
              key={one}
              data-outside={day === undefined || monthOf(one) !== month || undefined}
              data-past={day?.kind === 'past' || undefined}
              data-off={isOff || undefined}
              data-ref={one === date || undefined}
            >
              <span className="flex items-center justify-between" aria-hidden="true">
                {dayOfMonth(one)}
                {isSetByHand(one) && <Pin className="size-3" />}
              </span>
              <span className="sr-only">
                {formatDay(one, 'weekdayAndDay')}
                {isSetByHand(one) && ', set by hand'}:
              </span>
              <b>
                {day?.number ?? (isOff ? <span aria-hidden="true">–</span> : '')}
                {isOff && <span className="sr-only">day off</span>}
              </b>
            </li>
          )
        })}
      </ol>
      <p className="mt-1.5 flex gap-3 text-small text-ink-soft">
        <span className="flex items-center gap-1">
          <Pin aria-hidden="true" className="size-3" />
          Set by hand
        </span>
        <span>– Day off, no number</span>
      </p>
    </section>
  )
}

/** How often each day of the cycle comes until the end. */
export const CycleCounts = ({ counts, until }: { counts: readonly number[]; until: string }) => (
  <section aria-label={`Until ${until}`}>
    <h3 className="mb-1.5 font-text text-caption font-semibold tracking-normal text-ink-soft">Until {until}</h3>
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(44px,1fr))] gap-1">
      {counts.map((count, place) => (
        <li key={place} className="grid justify-items-center rounded-small bg-sunken py-1 text-tiny text-ink-soft">
          <b className="text-label font-semibold text-ink tabular">{count}×</b>
          Day {place + 1}
        </li>
      ))}
    </ul>
  </section>
)
