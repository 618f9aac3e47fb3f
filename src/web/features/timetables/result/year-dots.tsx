import { formatDay, mondayOf } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'
import { type MonthOfDays, monthsOf, type OutcomeDay } from './outcome.ts'

const KINDS: readonly { kind: OutcomeDay['kind']; label: string }[] = [
  { kind: 'filled', label: 'Filled' },
  { kind: 'replaced', label: 'Replaced' },
  { kind: 'kept', label: 'Has lessons' },
  { kind: 'off', label: 'Day off' },
  { kind: 'empty', label: 'Nothing' },
  { kind: 'past', label: 'Past' },
]

/** Returns a month's days for screen readers, such as 'Filled: 8 days, Day off: 2 days'. */
const spoken = ({ weeks }: MonthOfDays): string =>
  KINDS.flatMap(({ kind, label }) => {
    const count = weeks.flat().filter((day) => day.kind === kind).length
    return count > 0 ? `${label}: ${counted(count, 'day')}` : []
  }).join(', ')

/** A dot for each school day of the year, in rows by month. */
export const YearDots = ({ days }: { days: readonly OutcomeDay[] }) => {
  const months = monthsOf(days, mondayOf)
  // Months that are over don't matter.
  const shown = months.filter(({ weeks }) => weeks.flat().some(({ kind }) => kind !== 'past' && kind !== 'off') || months.length === 1)
  const used = KINDS.filter(({ kind }) => shown.some(({ weeks }) => weeks.flat().some((day) => day.kind === kind)))
  return (
    <>
      <ul aria-label="The year" className="tt-dots">
        {shown.map((month) => (
          <li key={month.month}>
            <b aria-hidden="true">{formatDay(`${month.month}-01`, 'monthAlone')}</b>
            <span className="sr-only">
              {formatDay(`${month.month}-01`, 'month')}. {spoken(month)}
            </span>
            {month.weeks.map((week) => (
              <span key={week[0]?.date} aria-hidden="true">
                {week.map(({ date, kind }) => (
                  <i key={date} data-kind={kind} className="tt-dot" />
                ))}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-tiny text-ink-soft">
        {used.map(({ kind, label }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <i data-kind={kind} className="tt-dot" />
            {label}
          </li>
        ))}
      </ul>
    </>
  )
}
