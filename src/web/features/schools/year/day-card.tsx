import { CalendarRange, Eraser, StickyNote, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { stepSchoolDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { removeMark } from '#web/features/calendar/marks/mark-saves.ts'
import type { WriteMark } from '#web/features/calendar/model/marks.ts'
import { markText } from '#web/features/calendar/model/marks.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { CloseDay, type Closing } from './close-day.tsx'
import { ClosedDay } from './closed-day.tsx'
import { DayField } from './day-field.tsx'
import { closureOn } from './school-year.ts'

const NOTE = <StickyNote className="size-3.5" />
const CLEAR = <Eraser className="size-3.5" />
const DAYS = <CalendarRange className="size-3.5" />
const CROSS = <X className="size-3.5" />

type DayCardProps = {
  date: string
  today: string
  /** Undefined while loading. */
  marks: MonthMarks | undefined
  /** The day's number in the school's cycle, such as 'Day 3', or ''. */
  number: string
  closing: Closing
  onClosing: (closing: Closing) => void
  onDate: (date: string) => void
  onWrite: WriteMark
}

/** Leads to the week of a day of the school's calendar. */
const WeekLink = ({ date, today }: { date: string; today: string }) => {
  const week = { view: 'week', date, calendar: 'school' } as const
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    goTo(today, () => week)
  }
  return (
    <a href={writeAddress(week)} className="school-link" onClick={open}>
      Open the week
    </a>
  )
}

type NoteLinksProps = { date: string; note: string | null; onWrite: WriteMark }

const NoteLinks = ({ date, note, onWrite }: NoteLinksProps) => {
  const calendar = useCalendar()
  return (
    <>
      <button type="button" className="school-link" onClick={() => onWrite('note', date, note)}>
        {NOTE}
        {note === null ? 'Note for everyone…' : 'Edit the note…'}
      </button>
      {note !== null && (
        <button type="button" className="school-link" onClick={() => void removeMark(calendar, { from: date, kind: 'note', seen: note })}>
          {CLEAR}
          Remove the note
        </button>
      )}
    </>
  )
}

/** The chosen day: closes the school or opens it again, and leads to the day's note and to its week. */
export const DayCard = ({ date, today, marks, number, closing, onClosing, onDate, onWrite }: DayCardProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasClosed = useRef(false)
  const closure = marks && closureOn(marks, date)
  const isClosed = closure !== undefined
  useEffect(() => {
    // The button that had the focus is gone.
    if (isClosed && wasClosed.current) heading.current?.focus({ preventScroll: true })
    wasClosed.current = false
  }, [isClosed])
  const isRange = !isClosed && closing.lastDay !== null
  return (
    <div className="grid gap-2.5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-title outline-none">
          {isClosed ? 'School is closed' : isRange ? 'Close several days' : 'Close a day'}
        </h2>
        <p className="text-label text-ink-soft">{isClosed ? 'Teachers see this day as closed.' : 'For the whole school, in one step.'}</p>
      </div>
      <DayField
        label={isRange ? 'First day' : 'Date'}
        date={date}
        today={today}
        number={isClosed ? '' : number}
        beside={<WeekLink date={date} today={today} />}
        onChange={onDate}
      />
      {closure ? (
        <ClosedDay date={date} closure={closure} onWrite={onWrite} />
      ) : (
        <CloseDay
          date={date}
          today={today}
          marks={marks}
          closing={closing}
          onClosing={onClosing}
          onDate={onDate}
          onClosed={() => {
            wasClosed.current = true
          }}
        />
      )}
      <div className="school-links">
        {!isClosed && (
          <button
            type="button"
            className="school-link"
            onClick={() => onClosing({ ...closing, lastDay: isRange ? null : stepSchoolDay(date, 1) })}
          >
            {isRange ? CROSS : DAYS}
            {isRange ? 'Only one day' : 'Several days…'}
          </button>
        )}
        <NoteLinks date={date} note={markText(marks?.days.get(date), 'note')} onWrite={onWrite} />
      </div>
    </div>
  )
}
