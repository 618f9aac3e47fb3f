import { dayOfMonth } from '#shared/dates.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { comingUp, rangeWords, whenWords, type YearMark } from './school-year.ts'

const MOST = 4

const about = ({ kind, from, to }: YearMark, today: string): string =>
  `${kind === 'note' ? 'Note' : 'Closed'}, ${from === to ? whenWords(from, today) : rangeWords(from, to)}`

type ComingUpProps = { marks: MonthMarks | undefined; today: string; onChoose: (date: string) => void }

/** The next closed days and notes in words, which is also the legend of the year. */
export const ComingUp = ({ marks, today, onChoose }: ComingUpProps) => {
  const next = marks && comingUp(marks, today, MOST)
  return (
    <section className="year-coming" aria-labelledby="coming-up">
      <h2 id="coming-up">Coming up</h2>
      {!next && <Skeleton className="mt-2 min-h-[120px] flex-1" />}
      {next?.length === 0 && (
        <p className="mt-2 text-caption text-ink-soft">
          No days off or notes ahead. Choose a day to close it, or to add a note for everyone.
        </p>
      )}
      {next && next.length > 0 && (
        <ul>
          {next.map((mark) => (
            <li key={`${mark.kind} ${mark.from}`}>
              <button type="button" onClick={() => onChoose(mark.from < today ? today : mark.from)}>
                <span
                  aria-hidden="true"
                  className="year-day"
                  data-closed={mark.kind === 'block-out' || undefined}
                  data-note={mark.kind === 'note' || undefined}
                >
                  <span>{dayOfMonth(mark.from)}</span>
                </span>
                <span className="min-w-0">
                  <b>{mark.text}</b>
                  <span>{about(mark, today)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
