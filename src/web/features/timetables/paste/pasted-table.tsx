import { clsx } from 'clsx'
import { Clock } from 'lucide-react'
import { comparedName } from '#shared/classes/rules.ts'
import { formatTime, formatTimes } from '#shared/dates.ts'
import type { GridClass } from '#web/features/timetables/model/grid.ts'
import { dayHeading } from '#web/features/timetables/model/timetable-draft.ts'
import type { Meanings } from './pasted-grid.ts'
import type { PastedRow, PastedWeek } from './pasted-week.ts'

type Show = { timeFormat: '12' | '24'; knownFrom: string }

/** Says where the end of a lesson comes from, if it wasn't pasted. */
const endNote = ({ typed, endTime, endFrom }: PastedRow, { timeFormat, knownFrom }: Show): string => {
  const row = typed === '' ? 'A row without times' : `“${typed}”`
  const end = formatTime(endTime, timeFormat)
  if (endFrom === 'known') return `${row} has no end. ${knownFrom} says ${end}.`
  return endFrom === 'next' ? `${row} has no end. The next row starts at ${end}.` : `${row} has no end. We chose ${end}.`
}

type PastedTableProps = Show & { week: PastedWeek; meanings: Meanings; classes: readonly GridClass[] }

/** The pasted cells, each above what was understood. */
export const PastedTable = ({ week, meanings, classes, ...show }: PastedTableProps) => {
  const colors = new Map(classes.map(({ id, color }) => [id, color]))
  const colorOf = (word: string) => {
    const meaning = meanings.get(comparedName(word))
    return meaning?.kind === 'class' ? colors.get(meaning.classId) : undefined
  }
  const kind = week.rhythm?.kind ?? 'weekly'
  const guessed = week.rows.filter(({ endFrom, isLeftOut }) => endFrom !== 'paste' && !isLeftOut)
  return (
    <>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll the table
        tabIndex={0}
        className="overflow-auto rounded-card border border-line bg-surface"
      >
        <table className="w-full border-separate border-spacing-0 text-label">
          <thead>
            <tr>
              <th scope="col" className="bg-sunken px-2.5 py-1.5 text-left font-semibold text-ink-soft">
                Time
              </th>
              {week.days.map(({ place, heading, day, isWeekday }) => (
                <th key={place} scope="col" className="border-l border-line bg-sunken px-2.5 py-1.5 text-left font-semibold text-ink-soft">
                  {isWeekday || heading === '' ? dayHeading(kind, day) : heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {week.rows.map((row, place) => (
              <tr key={place}>
                <th scope="row" className="border-t border-line px-2 py-1.5 text-left font-normal whitespace-nowrap">
                  <span className="block font-semibold">{row.typed || '–'}</span>
                  <span className="text-small text-ink-soft tabular">
                    {row.isLeftOut ? 'no class, left out' : formatTimes(row, show.timeFormat)}
                  </span>
                </th>
                {row.words.map((word, at) => (
                  <td key={at} className={clsx('border-t border-l border-line p-1 font-semibold', row.isLeftOut && 'text-ink-soft')}>
                    <span
                      className={clsx(
                        'tt-class h-auto! min-h-8 overflow-visible! whitespace-normal! text-caption',
                        colorOf(word) !== undefined && `h${colorOf(word)}`,
                      )}
                    >
                      <span className="overflow-visible!">{word}</span>
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {guessed.slice(0, 3).map((row) => (
        <p key={row.startTime} className="mt-2 flex items-center gap-2 text-caption text-ink-soft">
          <Clock aria-hidden="true" className="size-[15px] shrink-0" />
          {endNote(row, show)}
        </p>
      ))}
    </>
  )
}
