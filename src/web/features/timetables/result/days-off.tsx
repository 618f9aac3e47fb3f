import { formatDay } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'
import { Button } from '#web/ui/button.tsx'
import type { DaysOff } from './outcome.ts'

/** Returns a range of days in words: 'Fri, Nov 20', 'Nov 25 – 27', 'Dec 21 – Jan 1'. */
const span = ({ from, to }: DaysOff): string => {
  if (from === to) return formatDay(from, 'short')
  const end = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8))) : formatDay(to, 'monthDay')
  return `${formatDay(from, 'monthDay')} – ${end}`
}

type DaysOffListProps = { ranges: readonly DaysOff[]; onManage: () => void }

/** The days off that get no lessons, with their reasons. */
export const DaysOffList = ({ ranges, onManage }: DaysOffListProps) => {
  const days = ranges.reduce((sum, range) => sum + range.days, 0)
  return (
    <section aria-labelledby="timetable-off">
      <div className="flex flex-wrap items-center gap-x-1">
        <h3 id="timetable-off" className="flex-1 font-text text-caption font-semibold tracking-normal text-ink-soft">
          {days === 0 ? 'No days off yet' : `${counted(days, 'day')} off ${days === 1 ? 'is' : 'are'} skipped`}
        </h3>
        <Button variant="ghost" size="sm" className="text-brand!" onClick={onManage}>
          {days === 0 ? 'Add days off' : 'Change'}
        </Button>
      </div>
      <ul className="text-caption">
        {ranges.map((range) => (
          <li key={range.from} className="flex gap-2 border-t border-line py-[3.5px]">
            <b className="font-semibold whitespace-nowrap tabular">{span(range)}</b>
            <span className="ml-auto min-w-0 truncate text-ink-soft">{range.reason || 'No school'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
