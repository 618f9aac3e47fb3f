import { Ellipsis, Plus, Snowflake } from 'lucide-react'
import { Suspense } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { dayOfMonth, formatDay } from '#shared/dates.ts'
import type { Closure } from '#shared/moves/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { DayNote, DayOff, SchoolNote } from '#web/features/calendar/marks/mark-banners.tsx'
import { UnblockButton } from '#web/features/calendar/marks/unblock-button.tsx'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import type { Room } from '#web/features/rich-text/preview.ts'
import { counted } from '#web/lib/counted.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useIsDrawn } from '#web/lib/time/when-drawn.ts'
import { BlockCard } from './block-card.tsx'
import { cardKey, type DrawnMove } from './move-preview.ts'
import { NowMark, useNowPlace } from './now-mark.tsx'
import { LeftOut, ShortDayBadge } from './short-day-badge.tsx'
import './phone-week.css'
import './slots.css'

const EmptySlotsPart = lazyPart(async () => (await import('./slots.tsx')).EmptySlots)

const PLUS = <Plus className="size-4" />
const SNOW = <Snowflake className="size-4" />
const MORE = <Ellipsis className="size-4" />
const EMPTY_TO_READ = <p className="day-empty-read">No lessons scheduled</p>

/** With more lessons than this, a day's cards are lower, so that the whole day is visible at once. */
const MANY_LESSONS = 8
/** More text than fits in the one line of a lower card. */
const LOWER_CARD: Room = { length: 80, lines: 2 }

/** An empty day. Its dashed boxes follow the week. */
const EmptyColumn = ({ date }: { date: string }) => (
  <div className="day-empty">
    <p>No lessons scheduled</p>
    {useIsDrawn() && (
      <Suspense>
        <EmptySlotsPart date={date} />
      </Suspense>
    )}
  </div>
)

/** Opens the day's menu in a school's week, whose days have no lessons to press. */
const DayMark = ({ date, fullDate }: Pick<PlannedDay, 'date' | 'fullDate'>) => (
  <button
    type="button"
    className="slot grid! place-items-center"
    data-day-menu={date}
    aria-haspopup="menu"
    aria-label={`Day off or note for ${fullDate}`}
  >
    <span className="slot-act">
      {PLUS}
      Day off or note
    </span>
  </button>
)

/** Returns what a phone says beside the day, such as '6 lessons · 1 alert'. */
const countOf = (lessons: PlannedDay['lessons']): string => {
  const alerts = lessons.filter(({ block }) => block.hasAlert).length
  return [counted(lessons.length, 'lesson'), ...(alerts > 0 ? [counted(alerts, 'alert')] : [])].join(' · ')
}

type DayColumnProps = {
  day: PlannedDay
  weekday: string
  isToday: boolean
  /** Whether this is the one day of the week that a phone shows. */
  isChosen: boolean
  /** Whether this is one of the three days that a tablet shows. */
  isNear: boolean
  /** Whether this is today or the next school day, which can be closed on short notice. */
  isSoon: boolean
  /** The day's number in the cycle, or its week, or ''. */
  cycleDay: string
  timeFormat: Preferences['timeFormat']
  timezone: string
  /** The room for a lesson's text, unless the day has many lessons. */
  room: Room
  /** IDs of the lessons with unsaved text on this device. */
  drafts: ReadonlySet<string>
  /** IDs of the lessons with something under them. */
  withFoot: ReadonlySet<string> | null
  /** The cards that a previewed move changes. */
  drawn: ReadonlyMap<string, DrawnMove> | null
  /** Set if plans moved on when the day was closed. */
  closure: Closure | undefined
  /** The closed days that lessons come from, by the lesson's id. */
  cameFrom: ReadonlyMap<string, string>
}

type DayHeadProps = Pick<DayColumnProps, 'day' | 'weekday' | 'isToday' | 'isSoon' | 'cycleDay'>

const DayHead = ({ day: { date, fullDate, marks, lessons }, weekday, isToday, isSoon, cycleDay }: DayHeadProps) => {
  const { isBlocked } = marks
  const { name, kind, mayEdit, mayAddLessons } = useCalendar()
  return (
    <header data-day-head="">
      <h2 className="day-column-name">
        <a href={writeAddress({ view: 'day', date, calendar: name })} aria-current={isToday ? 'date' : undefined}>
          <span>{weekday}</span> <b>{dayOfMonth(date)}</b>
          <span className="day-in-words">{isToday ? 'Today' : formatDay(date, 'short')}</span>
          <span className="sr-only">, open this day</span>
        </a>
      </h2>
      {cycleDay !== '' && <span className="cycle-day">{cycleDay}</span>}
      {!isBlocked && lessons.length > 0 && <p className="day-count">{countOf(lessons)}</p>}
      {isSoon && !isBlocked && mayEdit && kind === 'own' && lessons.some(({ block }) => block.classId) && (
        <button
          type="button"
          className="day-close"
          aria-haspopup="dialog"
          aria-label={`Snow day on ${fullDate}`}
          onClick={(event) => {
            // A click on the rest of the column opens the day.
            event.stopPropagation()
            runCommand('block-out', date)
          }}
        >
          {SNOW}
          <span>Snow day…</span>
        </button>
      )}
      {!isBlocked && mayAddLessons && (
        <button type="button" className="day-add" data-add-block="" title="Add a lesson" aria-label={`Add a lesson on ${fullDate}`}>
          {PLUS}
        </button>
      )}
      <button
        type="button"
        className="day-add"
        data-day-menu={date}
        title="More for this day"
        aria-haspopup="menu"
        aria-label={`More for ${fullDate}`}
      >
        {MORE}
      </button>
    </header>
  )
}

/**
 * A school day in the week. The week view handles clicks on cards, on add buttons, and on the rest of the day. The surrounding day menus
 * handle clicks on the day's header.
 */
export const DayColumn = ({
  day,
  weekday,
  isToday,
  isChosen,
  isNear,
  isSoon,
  cycleDay,
  timeFormat,
  timezone,
  room,
  drafts,
  withFoot,
  drawn,
  closure,
  cameFrom,
}: DayColumnProps) => {
  const { date, fullDate, marks, school, lessons, shortDay, leftOut } = day
  const { isBlocked, noteText } = marks
  const { kind, mayEdit, mayAddLessons, mayTakeOver } = useCalendar()
  const { phases, mark } = useNowPlace(
    lessons.map(({ block }) => block),
    timezone,
    isToday,
  )
  const isCrowded = lessons.length > MANY_LESSONS
  const isEmpty = !isBlocked && lessons.length + leftOut.length === 0 && kind !== 'school'
  const now = <NowMark key="now" timezone={timezone} timeFormat={timeFormat} />
  return (
    <section
      className="day-column"
      data-date={date}
      data-today={isToday || undefined}
      data-blocked={isBlocked || undefined}
      data-chosen={isChosen || undefined}
      data-near={isNear || undefined}
      data-moving={drawn ? '' : undefined}
      data-crowded={isCrowded || undefined}
      aria-label={fullDate}
    >
      <DayHead day={day} weekday={weekday} isToday={isToday} isSoon={isSoon} cycleDay={cycleDay} />
      <div className="day-lessons">
        <PlannerOutlet name="DayTop" date={date} />
        {!isBlocked && <ShortDayBadge shortDay={shortDay} />}
        {school?.noteText && <SchoolNote text={school.noteText} isInWeek />}
        {noteText && <DayNote text={noteText} isInWeek />}
        {isBlocked && (
          <DayOff day={day} closure={closure}>
            <UnblockButton day={day} asks={closure !== undefined} />
          </DayOff>
        )}
        {!isBlocked && kind === 'school' && mayEdit && <DayMark date={date} fullDate={fullDate} />}
        {isEmpty && (mayAddLessons ? <EmptyColumn date={date} /> : EMPTY_TO_READ)}
        {!isBlocked &&
          lessons.map((lesson, position) => [
            position === mark && now,
            <BlockCard
              key={position}
              date={date}
              lesson={lesson}
              hasDraft={drafts.has(lesson.block.id)}
              room={isCrowded ? LOWER_CARD : room}
              hasFoot={withFoot?.has(lesson.block.id) ?? false}
              drawn={drawn?.get(cardKey(date, lesson.block.id))}
              phase={phases[position]}
              timeFormat={timeFormat}
              isToCopy={mayTakeOver}
              from={cameFrom.get(lesson.block.id)}
            />,
          ])}
        {!isBlocked && mark === lessons.length && now}
        {!isBlocked && <LeftOut leftOut={leftOut} />}
      </div>
    </section>
  )
}
