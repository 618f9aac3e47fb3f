import { CalendarOff, Lock, StickyNote } from 'lucide-react'
import { dayOfMonth, formatDay, monthOf } from '#shared/dates.ts'
import type { PlannedBlock, PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { CycleDay } from '#web/features/calendar/navigation/cycle-day.tsx'
import { ShortDayBadge } from '#web/features/calendar/week/short-day-badge.tsx'
import { type ClassFilter, isChosen } from '#web/features/classes/class-filter.ts'
import { firstLineOf } from '#web/features/rich-text/preview.ts'
import { counted } from '#web/lib/counted.ts'
import { MOST_PLANS } from './month-weeks.ts'

const OFF = <CalendarOff className="size-4 shrink-0" />
const NOTE = <StickyNote className="size-3.5" />

const LOCKED = <Lock className="mr-1 inline size-3 align-[-1px]" />

type PlanProps = { lesson: PlannedBlock; areNamesShown: boolean; isPast: boolean }

/** A lesson in the month: the first line of its text, or its title. */
const Plan = ({ lesson: { block, preview, hue }, areNamesShown, isPast }: PlanProps) => {
  const line = firstLineOf(preview)
  const isFree = line === ''
  return (
    <li className={`month-plan ${hue}`} data-free={isFree || undefined} data-past={isPast || undefined}>
      <button
        type="button"
        tabIndex={-1}
        data-month-item=""
        data-block-id={block.id}
        data-drag-handle=""
        data-tip={areNamesShown ? line : block.title}
        aria-label={`${isFree ? `${block.title}, ${isPast ? 'nothing planned' : 'free'}` : `${block.title}: ${line}`}${block.isLocked ? ', locked' : ''}`}
      >
        {block.isLocked && LOCKED}
        {areNamesShown ? block.title : isFree ? `${block.title}${isPast ? '' : ', free'}` : line}
      </button>
    </li>
  )
}

type MonthCellProps = {
  date: string
  /** Undefined while its week loads. */
  day: PlannedDay | undefined
  /** The month on screen, which other days are outside of. */
  month: string
  today: string
  isTabStop: boolean
  areNamesShown: boolean
  /** The classes whose lessons are shown. */
  filter: ClassFilter
}

/** One school day of the month. The month view handles clicks on the day and on its plans. */
export const MonthCell = ({ date, day, month, today, isTabStop, areNamesShown, filter }: MonthCellProps) => {
  const { marks, school, lessons: all = [], fullDate, shortDay } = day ?? {}
  const lessons = all.filter(({ block }) => isChosen(block, filter))
  const isBlocked = marks?.isBlocked ?? false
  const notes = [school?.noteText, marks?.noteText].filter(Boolean).join('\n')
  const isOutside = monthOf(date) !== month
  const more = isBlocked ? 0 : lessons.length - MOST_PLANS
  return (
    <section
      className="month-cell"
      data-date={date}
      data-today={date === today || undefined}
      data-blocked={isBlocked || undefined}
      data-outside={isOutside || undefined}
      aria-label={fullDate ?? formatDay(date, 'full')}
    >
      <header data-day-head="">
        <button type="button" className="month-date" data-month-item="" data-open-day="" tabIndex={isTabStop ? 0 : -1}>
          <span className="month-weekday">{formatDay(date, 'weekday')} </span>
          {isOutside ? formatDay(date, 'monthDay') : dayOfMonth(date)}
          {date === today && <span className="month-today">Today</span>}
          <span className="sr-only">, open this day</span>
        </button>
        {notes !== '' && (
          <span className="month-note" data-tip={notes}>
            {NOTE}
            <span className="sr-only">Note: {notes}</span>
          </span>
        )}
        {more > 0 && (
          <button type="button" className="month-more" data-month-item="" data-open-day="" tabIndex={-1}>
            +{more} more
          </button>
        )}
        <CycleDay date={date} />
      </header>
      {!isBlocked && <ShortDayBadge shortDay={shortDay} />}
      {isBlocked ? (
        <p className="month-off">
          {OFF}
          <b>{marks?.blockedText}</b>
          {all.length > 0 && <span>{counted(all.length, 'lesson')} kept</span>}
        </p>
      ) : (
        <ul>
          {lessons.slice(0, MOST_PLANS).map((lesson) => (
            <Plan key={lesson.block.id} lesson={lesson} areNamesShown={areNamesShown} isPast={date < today} />
          ))}
        </ul>
      )}
    </section>
  )
}
