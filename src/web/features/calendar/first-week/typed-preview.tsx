import { clsx } from 'clsx'
import { Coffee, Ellipsis, TriangleAlert } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { formatTime, formatTimes } from '#shared/dates.ts'
import { type Colors, huesOf } from '#web/features/calendar/model/hue.ts'
import { Button } from '#web/ui/button.tsx'
import { type Gap, gapsIn, type LineProblem, previewLines, type UsualDay, type UsualLesson } from './usual-day.ts'

/** A class as this preview needs it. */
export type NamedColor = Pick<SchoolClass, 'id' | 'name' | 'color'>
type TimeFormat = Preferences['timeFormat']

/** When a gap may be lunch. */
const LUNCH = { from: '10:45', to: '13:30' }
const FILLS = 'px-2! text-brand!'

/** How a teacher fills a gap: with a title, with one to type (''), or by making the lesson before it longer (null). */
type OnFill = (gap: Gap, title: string | null) => void
type GapRowProps = { gap: Gap; hasLunch: boolean; timeFormat: TimeFormat; onFill: OnFill }

/** Time without a lesson, with ways to fill it. They change the typed text, so that the teacher sees how to type it. */
const GapRow = ({ gap, hasLunch, timeFormat, onFill }: GapRowProps) => {
  const mayBeLunch = !hasLunch && gap.startTime >= LUNCH.from && gap.endTime <= LUNCH.to
  const times = formatTimes(gap, timeFormat)
  return (
    <li className="rounded-small border border-dashed border-line-strong py-0.5 pl-4 text-small text-ink-soft">
      <p className="pt-1 tabular-nums">
        <span className="whitespace-nowrap">{times}:</span> nothing typed
      </p>
      <div className="-ml-2 flex flex-wrap items-center gap-x-0.5">
        {[...(mayBeLunch ? ['Lunch'] : []), 'Recess', 'Prep'].map((title) => (
          <Button
            key={title}
            variant="ghost"
            size="sm"
            className={FILLS}
            aria-label={`${title}, ${times}`}
            onClick={() => onFill(gap, title)}
          >
            {title}
          </Button>
        ))}
        <Button variant="ghost" size="sm" className={FILLS} aria-label={`Other… Type a title for ${times}`} onClick={() => onFill(gap, '')}>
          Other…
        </Button>
        {!gap.lesson.hasEnd && (
          <Button
            variant="ghost"
            size="sm"
            className={FILLS}
            aria-label={`Extend ${gap.lesson.title} to ${formatTime(gap.endTime, timeFormat)}`}
            onClick={() => onFill(gap, null)}
          >
            Extend <span className="-ml-1 max-w-[14ch] truncate">{gap.lesson.title}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

const Times = ({ lesson, timeFormat }: { lesson: UsualLesson; timeFormat: TimeFormat }) => {
  const [start, end = ''] = formatTimes(lesson, timeFormat).split(' – ')
  return (
    <span className="w-[124px] shrink-0 text-small whitespace-nowrap text-ink-soft tabular-nums">
      {`${start} – `}
      {lesson.hasEnd ? end : <span className="underline decoration-dotted decoration-1 underline-offset-3">{end}</span>}
    </span>
  )
}

type LessonRowProps = { lesson: UsualLesson; hue: string; isLeftOut: boolean; timeFormat: TimeFormat }

const LessonRow = ({ lesson, hue, isLeftOut, timeFormat }: LessonRowProps) => (
  <li
    data-left-out={isLeftOut || undefined}
    className={clsx(
      'group flex items-baseline gap-x-2.5 max-[359px]:flex-wrap rounded-small py-1 pr-3 pl-4 data-left-out:border data-left-out:border-dashed data-left-out:border-line-strong',
      !isLeftOut && `${hue} bg-[position:5px_6px] bg-[size:3px_calc(100%-12px)] bg-no-repeat`,
    )}
  >
    <Times lesson={lesson} timeFormat={timeFormat} />
    <span className="min-w-0 flex-1 font-semibold break-words group-data-left-out:font-medium group-data-left-out:text-ink-soft">
      {lesson.title}
    </span>
    {lesson.isBreak && (
      <span className="flex shrink-0 items-center gap-1 self-center text-small text-ink-soft max-[359px]:w-full">
        <Coffee aria-hidden="true" className="size-[13px]" />
        {isLeftOut ? 'Left out' : 'No class'}
      </span>
    )}
  </li>
)

/** A line that can't be parsed, with the reason. Without one, the teacher is still typing the line. */
const ProblemRow = ({ line, typed, message }: { line: number; typed: string; message: string | null }) => (
  <li
    className={clsx(
      'flex gap-2 rounded-small border border-dashed py-1 pr-3 pl-2.5',
      message ? 'border-blocked text-blocked' : 'border-line-strong text-ink-soft',
    )}
  >
    {message ? (
      <TriangleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
    ) : (
      <Ellipsis aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
    )}
    <span className="min-w-0">
      <span className="block truncate font-semibold">{typed}</span>
      {message && (
        <span role="alert" className="block text-label font-medium">
          Line {line}: {message}
        </span>
      )}
    </span>
  </li>
)

const isProblem = (row: UsualLesson | LineProblem): row is LineProblem => 'message' in row

type PreviewProps = {
  day: UsualDay
  text: string
  /** The line that the teacher is typing, or null. */
  typing: number | null
  areBreaksAdded: boolean
  classes: readonly NamedColor[]
  chosen: Colors['chosen']
  timeFormat: TimeFormat
  onFill: OnFill
}

/** Previews each typed line: the lesson that it produces, or why it can't be read. Shows the gaps between lessons, too. */
export const TypedPreview = ({ day, text, typing, areBreaksAdded, classes, chosen, timeFormat, onFill }: PreviewProps) => {
  const { lessons } = day
  const typedLines = text.split('\n')
  const gaps = gapsIn(lessons)
  const withClass = (lesson: UsualLesson) => ({ ...lesson, classId: classNamed(lesson.title, classes)?.id ?? null })
  const hueOf = huesOf([lessons.map(withClass)], { classes, chosen })
  const hasLunch = lessons.some(({ title, isBreak }) => isBreak && /lunch|brunch/i.test(title))
  const rows = previewLines(day)
  return (
    <section aria-label="Preview" className="grid content-start gap-1.5">
      <h3 className="font-(family-name:--text) text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
      <ol className="grid content-start gap-1 rounded-control bg-sunken p-2 wide:min-h-[220px]">
        {rows.map((row) => {
          if (isProblem(row)) {
            const typed = typedLines[row.line - 1]?.trim().slice(0, 80) ?? ''
            return <ProblemRow key={`line ${row.line}`} line={row.line} typed={typed} message={row.line === typing ? null : row.message} />
          }
          const gap = gaps.find((one) => one.lesson === row)
          return [
            <LessonRow
              key={row.line}
              lesson={row}
              hue={hueOf(withClass(row))}
              isLeftOut={row.isBreak && !areBreaksAdded}
              timeFormat={timeFormat}
            />,
            gap && <GapRow key={`gap ${row.line}`} gap={gap} hasLunch={hasLunch} timeFormat={timeFormat} onFill={onFill} />,
          ]
        })}
        {rows.length === 0 && <li className="p-1 text-ink-soft">Your lessons appear here as you type.</li>}
      </ol>
      {lessons.some(({ hasEnd }) => !hasEnd) && (
        <p className="text-caption text-ink-soft">
          A <span className="underline decoration-dotted decoration-1 underline-offset-3">dotted end</span> is our guess. Type an end to
          change it.
        </p>
      )}
    </section>
  )
}
