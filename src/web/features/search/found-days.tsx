import { useId } from 'react'
import { Link } from 'wouter'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { FoundDay } from '#shared/calendar/search/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { askForBlock } from '#web/features/calendar/navigation/asked-block.ts'
import { writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { FindWords } from './find-words.tsx'

type FoundDayListProps = { day: FoundDay; timeFormat: Preferences['timeFormat'] }

/** The results for one day. Each result links to its place in the planner. */
const FoundDayList = ({ day: { date, isBlocked, finds }, timeFormat }: FoundDayListProps) => {
  const { name: calendar } = useOwnCalendar()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-1.5">
      <h2 id={id} className="text-label font-semibold tabular">
        {formatDay(date, 'full')}
      </h2>
      <ul className="grid divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {finds.map((find) => (
          <li key={find.blockId ?? find.kind}>
            <Link
              href={writeAddress({ view: 'day', date, calendar })}
              onClick={() => find.blockId !== null && askForBlock(date, find.blockId)}
              className="block min-h-11 px-3.5 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <FindWords find={find} isBlocked={isBlocked} timeFormat={timeFormat} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const FoundDays = ({ days, timeFormat }: { days: readonly FoundDay[]; timeFormat: Preferences['timeFormat'] }) =>
  days.map((day) => <FoundDayList key={day.date} day={day} timeFormat={timeFormat} />)
