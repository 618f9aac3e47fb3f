import { clsx } from 'clsx'
import { CalendarOff, ChevronLeft, ChevronRight } from 'lucide-react'
import { dayOfMonth, formatDay, schoolWeekOf } from '#shared/dates.ts'
import { dayOfWeek, type PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { useCycleDays } from '#web/features/calendar/navigation/cycle-day.tsx'
import { type PlannerAddress, stepAddress, threeDaysAround } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import './day-strip.css'

type DayStripProps = { address: PlannerAddress; week: PlannedWeek | undefined; today: string }

/**
 * The five days of a week on a small screen, between buttons for the previous and next week. The displayed days are framed. The strip
 * remains visible while the page scrolls.
 */
export const DayStrip = ({ address: { view, date: chosenDate }, week, today }: DayStripProps) => {
  const near = view === 'week' ? threeDaysAround(chosenDate) : []
  const cycleDayOf = useCycleDays()
  const step = view === 'week' ? 'Week' : 'Day'
  return (
    <div className="day-strip">
      <button
        type="button"
        aria-label={`Previous ${step}`}
        data-tip={`Previous ${step}`}
        onClick={() => goTo(today, (now) => stepAddress(now, -1, today))}
      >
        <ChevronLeft className="size-[18px]" />
      </button>
      <fieldset aria-label="Day of the week">
        {schoolWeekOf(chosenDate).map((date, position) => {
          const isBlocked = week && dayOfWeek(week, date)?.marks.isBlocked
          return (
            <button
              key={position}
              type="button"
              data-date={date}
              data-near={near.includes(date) || undefined}
              data-blocked={isBlocked || undefined}
              aria-pressed={date === chosenDate}
              aria-current={date === today ? 'date' : undefined}
              aria-label={[formatDay(date, 'full'), cycleDayOf(date), isBlocked && 'non-instructional'].filter(Boolean).join(', ')}
              onClick={() => goTo(today, (now) => ({ ...now, date }))}
            >
              <span className={clsx(isBlocked && 'flex items-center gap-1')}>
                {isBlocked && <CalendarOff className="size-3" />}
                {formatDay(date, 'weekday')}
              </span>
              <b>{dayOfMonth(date)}</b>
            </button>
          )
        })}
      </fieldset>
      <button
        type="button"
        aria-label={`Next ${step}`}
        data-tip={`Next ${step}`}
        onClick={() => goTo(today, (now) => stepAddress(now, 1, today))}
      >
        <ChevronRight className="size-[18px]" />
      </button>
    </div>
  )
}
