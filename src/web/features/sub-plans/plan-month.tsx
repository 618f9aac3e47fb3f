import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { addMonths, dayOfMonth, formatDay, isSchoolDay, monthOf, weeksOfMonth } from '#shared/dates.ts'
import { IconButton } from '#web/ui/button.tsx'

const BACK = <ChevronLeft aria-hidden="true" className="size-[18px]" />
const ON = <ChevronRight aria-hidden="true" className="size-[18px]" />

type PlanMonthProps = {
  chosen: readonly string[]
  today: string
  weekStartsOn: Preferences['weekStartsOn']
  onToggle: (date: string) => void
}

/** A month whose school days can be chosen; weekends and the neighbours' days cannot. */
export const PlanMonth = ({ chosen, today, weekStartsOn, onToggle }: PlanMonthProps) => {
  const [month, setMonth] = useState(monthOf(chosen[0] ?? today))
  const weeks = weeksOfMonth(month, weekStartsOn)
  return (
    <div>
      <div className="mb-2 flex items-center gap-1.5">
        <h3 aria-live="polite" className="flex-1 text-large">
          {formatDay(month, 'month')}
        </h3>
        <IconButton label="Previous Month" onClick={() => setMonth(addMonths(month, -1))}>
          {BACK}
        </IconButton>
        <IconButton label="Next Month" onClick={() => setMonth(addMonths(month, 1))}>
          {ON}
        </IconButton>
      </div>
      <div aria-hidden="true" className="grid grid-cols-7 pb-1 text-center text-small font-semibold text-ink-soft">
        {weeks[0]?.map((day) => (
          <span key={day}>{formatDay(day, 'weekday').slice(0, 1)}</span>
        ))}
      </div>
      <fieldset aria-label="Days of the plan" className="grid grid-cols-7 gap-1">
        {weeks.flat().map((day) => (
          <button
            key={day}
            type="button"
            aria-label={formatDay(day, 'full')}
            aria-pressed={chosen.includes(day)}
            aria-current={day === today ? 'date' : undefined}
            disabled={!isSchoolDay(day) || monthOf(day) !== month}
            onClick={() => onToggle(day)}
            className={clsx(
              'h-9 rounded-lg text-control font-semibold tabular-nums transition-colors duration-150 small:h-11',
              'enabled:hover:bg-brand-soft disabled:cursor-not-allowed disabled:font-normal disabled:text-ink-soft disabled:opacity-55',
              'aria-pressed:bg-brand aria-pressed:text-on-brand enabled:aria-pressed:hover:bg-brand-strong',
              day === today && 'ring-1 ring-line-strong ring-inset',
            )}
          >
            {dayOfMonth(day)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
