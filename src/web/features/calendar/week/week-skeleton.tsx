import { dayOfMonth, schoolWeekOf } from '#shared/dates.ts'
import { threeDaysAround } from '#web/features/calendar/navigation/planner-url.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
const CARDS = ['h-20', 'h-26', 'h-24', 'h-20', 'h-26']

/** The placeholder for a day's lessons while they or the day view itself load. */
export const DaySkeleton = () => (
  <div className="day-view week-skeleton" role="status">
    <span className="sr-only">Loading your lessons...</span>
    {CARDS.map((height, card) => (
      <Skeleton key={card} className={height} />
    ))}
  </div>
)

/**
 * The placeholder for a week that is loading. Its days are there at once, so that the screen is never bare. The cards appear only if loading
 * takes long enough to notice.
 */
export const WeekSkeleton = ({ date: chosenDate }: { date: string }) => {
  const near = threeDaysAround(chosenDate)
  return (
    <div className="week" role="status">
      <span className="sr-only">Loading your lessons...</span>
      {schoolWeekOf(chosenDate).map((date, column) => (
        <div
          key={column}
          aria-hidden="true"
          className="day-column"
          data-chosen={date === chosenDate || undefined}
          data-near={near.includes(date) || undefined}
        >
          <header>
            <p className="day-column-name">
              <span>{WEEKDAYS[column]}</span> <b>{dayOfMonth(date)}</b>
            </p>
          </header>
          <div className="day-lessons week-skeleton">
            {CARDS.map((height, card) => (
              <Skeleton key={card} className={CARDS[(card + column) % CARDS.length] ?? height} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
