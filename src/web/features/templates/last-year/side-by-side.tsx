import { clsx } from 'clsx'
import { ArrowRight, CalendarOff, Check, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, formatTimes } from '#shared/dates.ts'
import type { HueOf } from '#web/features/calendar/model/hue.ts'
import { lineOf } from '#web/features/rich-text/preview.ts'
import type { Brought, FilledDay } from './last-year-plan.ts'

type TimeFormat = Preferences['timeFormat']

/** Last year on the left, this year on the right. */
const ROW = 'grid grid-cols-2 gap-x-3 gap-y-1 phone:grid-cols-1'

/** The words and the sign for each outcome of a lesson of last year. */
const OUTCOMES = {
  into: { Icon: ArrowRight, words: 'Gets this plan', look: 'text-brand' },
  added: { Icon: Plus, words: 'New lesson', look: 'text-brand' },
  kept: { Icon: Check, words: 'Yours stays', look: 'text-ink-soft' },
  there: { Icon: Check, words: 'Already here', look: 'text-ink-soft' },
  left: { Icon: Minus, words: 'Left out', look: 'text-ink-soft' },
} as const

type LessonProps = {
  block: TimeBlock
  hue: string
  timeFormat: TimeFormat
  /** Its outcome. Missing for a lesson of this year. */
  note?: ReactNode
  isQuiet?: boolean
  /** The text is on screen above, on phones. */
  isRepeated?: boolean
}

/** A lesson's time, title and the beginning of its text. */
const Lesson = ({ block, hue, timeFormat, note, isQuiet = false, isRepeated = false }: LessonProps) => {
  const text = lineOf(block.description)
  return (
    <span
      className={clsx(
        'block min-w-0 flex-1 rounded-small py-1.5 pr-2.5 pl-4 bg-[position:5px_7px] bg-[size:3px_calc(100%-14px)] bg-no-repeat',
        hue,
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-small text-ink-soft">
        <span className="tabular-nums">{formatTimes(block, timeFormat)}</span>
        {note}
      </span>
      <span className={clsx('block break-words', isQuiet ? 'font-medium text-ink-soft' : 'font-semibold')}>{block.title}</span>
      {text !== '' && (
        <span className={clsx('line-clamp-2 text-label break-words', isQuiet && 'text-ink-soft', isRepeated && 'phone:hidden')}>
          {text}
        </span>
      )}
    </span>
  )
}

type PairProps = {
  pair: Brought
  timeFormat: TimeFormat
  hueOf: HueOf
  onToggle: () => void
}

/** A lesson of last year, and what happens to it this year. */
const Pair = ({ pair, timeFormat, hueOf, onToggle }: PairProps) => {
  const id = useId()
  const { how, from } = pair
  const { Icon, words, look } = OUTCOMES[how]
  const isChoice = how === 'into' || how === 'added' || how === 'left'
  // In the color of its class this year.
  const hue = hueOf(pair.how === 'left' ? from : pair.now)
  const lesson = <Lesson block={from} hue={hue} timeFormat={timeFormat} isQuiet={how === 'left'} />
  const note = (
    <span id={id} className={clsx('flex items-center gap-1 text-caption font-semibold', look)}>
      <Icon aria-hidden="true" strokeWidth={2.4} className="size-[13px] shrink-0" />
      {words}
    </span>
  )
  return (
    <li className={ROW}>
      {isChoice ? (
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            checked={how !== 'left'}
            aria-describedby={id}
            onChange={onToggle}
            className="size-[18px] shrink-0 cursor-pointer accent-brand"
          />
          {lesson}
        </label>
      ) : (
        <div className="flex pl-7">{lesson}</div>
      )}
      <div className="flex phone:pl-7">
        {pair.how === 'left' ? (
          <div className="self-center px-4">{note}</div>
        ) : (
          <Lesson
            block={pair.now}
            hue={hue}
            timeFormat={timeFormat}
            note={note}
            isQuiet={how === 'kept' || how === 'there'}
            isRepeated={how === 'into' || how === 'added'}
          />
        )}
      </div>
    </li>
  )
}

type Row = Brought | { how: 'other'; now: TimeBlock }

/** Returns both years' lessons in this year's order. */
const rowsOf = ({ brought, others }: FilledDay): Row[] => {
  const startOf = (row: Row) => (row.how === 'left' ? row.from : row.now).startTime
  const rows: Row[] = [...brought, ...others.map((now): Row => ({ how: 'other', now }))]
  return rows.sort((a, b) => (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : 0))
}

/** A day off in words, with its reason if there is one. */
const DayOff = ({ words, reason }: { words: string; reason: string }) => (
  <p className="flex items-center gap-2 py-1 pl-7 text-label text-ink-soft">
    <CalendarOff aria-hidden="true" className="size-4 shrink-0 text-blocked" />
    {reason === '' ? words : `${words}: ${reason}`}
  </p>
)

type DayProps = { day: FilledDay; timeFormat: TimeFormat; hueOf: HueOf; onToggle: (id: string) => void }

const Day = ({ day, timeFormat, hueOf, onToggle }: DayProps) => {
  const { date, fromDate, off, wasOff, brought } = day
  return (
    <section aria-label={formatDay(date, 'weekdayAndDay')} className="border-t border-line pt-3">
      <div className={clsx(ROW, 'mb-1.5 text-label text-ink-soft tabular-nums')}>
        <p className="flex items-baseline gap-2 pl-7 phone:pl-0">
          <span className="font-(family-name:--display) text-lead font-bold text-ink">{formatDay(date, 'weekdayLong')}</span>
          <span>
            {formatDay(fromDate, 'medium')}
            <span className="hidden phone:inline"> → {formatDay(date, 'medium')}</span>
          </span>
        </p>
        <p className="self-end phone:hidden">{formatDay(date, 'medium')}</p>
      </div>
      {off !== null && <DayOff words="Day off this year" reason={off} />}
      {off === null && wasOff !== null && <DayOff words="Day off last year" reason={wasOff} />}
      {off === null && wasOff === null && brought.length === 0 && (
        <p className="py-1 pl-7 text-label text-ink-soft">No lessons last year</p>
      )}
      {off === null && (
        <ul className="grid gap-2 phone:gap-3">
          {rowsOf(day).map((row) =>
            row.how === 'other' ? (
              <li key={row.now.id} className={ROW}>
                <div className="col-start-2 flex phone:col-start-1 phone:pl-7">
                  <Lesson block={row.now} hue={hueOf(row.now)} timeFormat={timeFormat} isQuiet />
                </div>
              </li>
            ) : (
              <Pair key={row.from.id} pair={row} timeFormat={timeFormat} hueOf={hueOf} onToggle={() => onToggle(row.from.id)} />
            ),
          )}
        </ul>
      )}
    </section>
  )
}

type SideBySideProps = Omit<DayProps, 'day'> & { days: readonly FilledDay[] }

/** Last year's week on the left and this one on the right, day by day. On phones, each lesson is above what happens to it. */
export const SideBySide = ({ days, ...props }: SideBySideProps) => (
  <div className="grid gap-4">
    <div aria-hidden="true" className="-mb-2 grid grid-cols-2 gap-x-3 text-caption font-semibold text-ink-soft phone:hidden">
      <span className="pl-7">Last year</span>
      <span>This year</span>
    </div>
    {days.map((day) => (
      <Day key={day.date} day={day} {...props} />
    ))}
  </div>
)
