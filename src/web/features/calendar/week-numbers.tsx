import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useWeek } from './days/shown.ts'

/** The displayed week's totals: lessons, lessons with text, and alerts. */
export const WeekNumbers = ({ today }: { today: string }) => {
  const monday = mondayOf(useFollowingAddress(today).date)
  const totals = useWeek(useCalendar(), monday).data?.totals
  return (
    <>
      <h2 className="mt-4 mb-2 font-text text-small font-semibold tracking-normal text-ink-soft">This week</h2>
      <dl className="grid grid-cols-3 gap-2">
        <Tally label="lessons" count={totals?.lessons} />
        <Tally label="written" count={totals?.written} />
        <Tally label="alerts" count={totals?.alerts} />
      </dl>
    </>
  )
}

const Tally = ({ label, count }: { label: string; count: number | undefined }) => (
  <div className="flex flex-col-reverse rounded-control bg-sunken px-2.5 py-2">
    <dt className="text-small text-ink-soft">{label}</dt>
    <dd className="font-display text-heading-large leading-tight font-bold tabular">{count ?? '–'}</dd>
  </div>
)
