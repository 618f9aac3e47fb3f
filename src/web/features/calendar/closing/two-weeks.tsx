import { CalendarOff, Check, CornerDownRight, Inbox, Lock } from 'lucide-react'
import { dayOfMonth, formatDay } from '#shared/dates.ts'
import { movingOn, staying } from './closing-words.ts'
import type { ClosureView, DayCell } from './closure-view.ts'
import './closing.css'

const ARROW = <CornerDownRight className="size-3 shrink-0" />
const LOCK = <Lock className="size-3 shrink-0" />

const READ = { arrives: 'Moves here: ', leaves: 'Moves on, ', locked: 'Locked: ', stays: '', free: '' } as const

const Cell = ({ day: { date, isOff, isClosing, reason, lines }, given }: { day: DayCell; given: string }) => (
  <li className="closing-day" data-off={isOff || undefined}>
    <h4 className="closing-name">
      {formatDay(date, 'weekday')} <b>{dayOfMonth(date)}</b>
      {isClosing && <span className="ml-auto">Closed</span>}
    </h4>
    {isOff && (!isClosing || lines.length === 0) && (
      <p className="closing-reason">
        <CalendarOff className="size-4" />
        <span>{(isClosing && given) || reason || 'Day off'}</span>
      </p>
    )}
    {lines.length > 0 && (
      <ul className="closing-lines">
        {lines.map(({ key, color, words, kind }) => (
          <li key={key} className={color === null ? 'closing-line' : `closing-line h${color}`} data-kind={kind}>
            {kind === 'arrives' && ARROW}
            {kind === 'locked' && LOCK}
            {READ[kind] && <span className="sr-only">{READ[kind]}</span>}
            <span className="truncate">{words}</span>
          </li>
        ))}
      </ul>
    )}
  </li>
)

/** The counts of what moves, stays and is locked. */
export const Counts = ({ counts: { moved, stay, locked } }: Pick<ClosureView, 'counts'>) => (
  <ul className="closing-counts" aria-label="What happens">
    <li className="closing-count" data-kind="moved">
      {ARROW}
      {movingOn(moved)}
    </li>
    <li className="closing-count">
      <Check className="size-3" />
      {staying(stay)}
    </li>
    {locked > 0 && (
      <li className="closing-count">
        {LOCK}
        {`${locked} locked`}
      </li>
    )}
  </ul>
)

/** Says how the moves end: on which day, or with plans that have no lesson left. */
export const EndWords = ({ view: { end, counts } }: { view: Pick<ClosureView, 'end' | 'counts'> }) => (
  <p className="flex items-start gap-2 text-caption text-ink-soft data-warn:text-ink" data-warn={counts.unplaced > 0 || undefined}>
    {counts.unplaced > 0 ? <Inbox className="mt-px size-4 shrink-0" /> : <Check className="mt-px size-4 shrink-0" />}
    {end}
  </p>
)

/** Two whole weeks as they will be. Only what moves is loud. `reason` is that of the closing days. */
export const TwoWeeks = ({ weeks, reason }: Pick<ClosureView, 'weeks'> & { reason: string }) => (
  <div className="grid gap-2">
    {weeks.map((days) => (
      <ol key={days[0]?.date} className="closing-week" aria-label={`Week of ${formatDay(days[0]?.date ?? '', 'monthDay')}`}>
        {days.map((day) => (
          <Cell key={day.date} day={day} given={reason} />
        ))}
      </ol>
    ))}
  </div>
)
