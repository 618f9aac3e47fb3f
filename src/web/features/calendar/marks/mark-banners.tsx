import { CalendarOff, School, StickyNote } from 'lucide-react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'

const NOTE_ICON = <StickyNote aria-hidden="true" className="mt-px size-[15px] shrink-0" />
const SCHOOL_ICON = <School aria-hidden="true" className="mt-px size-[15px] shrink-0" />
const OFF_ICON = <CalendarOff aria-hidden="true" className="size-[26px]" />

/** A day's note, in green. */
export const DayNote = ({ text }: { text: string }) => (
  <p className="day-note">
    {NOTE_ICON}
    <span>
      <span className="sr-only">Note: </span>
      {text}
    </span>
  </p>
)

/** A note that a school added to its teachers' days. Teachers can't change it. */
export const SchoolNote = ({ text }: { text: string }) => (
  <p className="day-note" data-school="">
    {SCHOOL_ICON}
    <span>
      <span className="sr-only">Note of the school: </span>
      {text}
    </span>
  </p>
)

const keptText = (count: number): string =>
  count === 1
    ? '1 lesson is kept and comes back when the day is opened again.'
    : `${count} lessons are kept and come back when the day is opened again.`

type NonInstructionalProps = {
  text: string | null
  lessonCount: number
  /** True if the school blocks the day. `text` is then its reason. */
  isSchools?: boolean
  /** The teacher's own reason, if the school blocks the day as well. */
  own?: string | null
}

/** A day without lessons, in red. Shows whose block-out it is and how many lessons it hides. */
export const NonInstructional = ({ text, lessonCount, isSchools = false, own }: NonInstructionalProps) => (
  <div className="day-off">
    {OFF_ICON}
    <strong>Non-instructional Day</strong>
    {text && (
      <span className={isSchools ? 'day-off-school' : undefined}>
        {isSchools && SCHOOL_ICON}
        <span>
          {isSchools && <span className="sr-only">The school: </span>}
          {text}
        </span>
      </span>
    )}
    {own && <span className="day-off-kept">{own}</span>}
    {lessonCount > 0 && <span className="day-off-kept">{keptText(lessonCount)}</span>}
  </div>
)

/** A non-instructional day in the planner, including the teacher's own block-out under the school's. */
export const DayOff = ({ day: { marks, own, school, lessons } }: { day: PlannedDay }) => {
  const who = useCalendar().isViewed ? 'The teacher' : 'You'
  return (
    <NonInstructional
      text={marks.blockedText}
      lessonCount={lessons.length}
      isSchools={school?.isBlocked ?? false}
      own={school?.isBlocked && own.blockedText ? `${who} blocked it out too: ${own.blockedText}` : null}
    />
  )
}
