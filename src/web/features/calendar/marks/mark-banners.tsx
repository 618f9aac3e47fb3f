import { CalendarOff, School, StickyNote } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { Closure } from '#shared/moves/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const ReceiptPart = lazyPart(async () => (await import('#web/features/calendar/closing/receipt.tsx')).Receipt)

const NOTE_ICON = <StickyNote className="mt-px size-[15px] shrink-0" />
const SCHOOL_ICON = <School className="mt-px size-[15px] shrink-0" />
const OFF_ICON = <CalendarOff className="size-[26px]" />

/** Notes up to this length fit into two lines of a day in the week, in which longer ones are cut. */
const SHORT_LENGTH = 40

type NoteProps = {
  text: string
  /** In the week, a long note is cut to two lines, and focus shows all of it. */
  isInWeek?: boolean
}

const tabIndexOf = ({ text, isInWeek }: NoteProps) => (isInWeek && (text.length > SHORT_LENGTH || text.includes('\n')) ? 0 : undefined)

/** A day's note, in green. */
export const DayNote = ({ text, isInWeek = false }: NoteProps) => (
  <p className="day-note" tabIndex={tabIndexOf({ text, isInWeek })}>
    {NOTE_ICON}
    <span>
      <span className="sr-only">Note: </span>
      {text}
    </span>
  </p>
)

/** A note that a school added to its teachers' days. Teachers can't change it. */
export const SchoolNote = ({ text, isInWeek = false }: NoteProps) => (
  <p className="day-note" data-school="" tabIndex={tabIndexOf({ text, isInWeek })}>
    {SCHOOL_ICON}
    <span>
      <span className="sr-only">School note: </span>
      {text}
    </span>
  </p>
)

const hiddenText = (count: number, mayUnblock: boolean): string => {
  const hidden = `${count} ${count === 1 ? 'lesson' : 'lessons'} hidden, not deleted.`
  return mayUnblock ? `${hidden} Unblock the day to bring ${count === 1 ? 'it' : 'them'} back.` : hidden
}

type NonInstructionalProps = {
  text: string | null
  lessonCount: number
  /** True if the school blocks the day. In that case, `text` is the school's reason. */
  isSchools?: boolean
  /** A line about the teacher's own block-out, if the school also blocks the day. */
  own?: string | null
  /** Whether the user can unblock the day, which brings its lessons back. */
  mayUnblock?: boolean
  /** Actions for the day, such as unblocking it. */
  children?: ReactNode
}

/** A day without lessons, in red. Shows whose block-out it is and how many lessons it hides. */
export const NonInstructional = ({ text, lessonCount, isSchools = false, own, mayUnblock = false, children }: NonInstructionalProps) => (
  <div className="day-off">
    {OFF_ICON}
    <strong>Non-instructional Day</strong>
    {text && (
      <span className={isSchools ? 'day-off-school' : undefined}>
        {isSchools && SCHOOL_ICON}
        <span>
          {isSchools && <span className="sr-only">School: </span>}
          {text}
        </span>
      </span>
    )}
    {own && <span className="day-off-kept">{own}</span>}
    {lessonCount > 0 && <span className="day-off-kept">{hiddenText(lessonCount, mayUnblock)}</span>}
    {children}
  </div>
)

/** A non-instructional day in the planner, including the teacher's own block-out under the school's, and where its plans went. */
export const DayOff = ({ day, closure, children }: { day: PlannedDay; closure?: Closure | undefined; children?: ReactNode }) => {
  const { marks, own, school, lessons } = day
  const { isViewed, mayEdit } = useCalendar()
  const who = isViewed ? 'The teacher' : 'You'
  return (
    <NonInstructional
      text={marks.blockedText}
      lessonCount={closure ? 0 : lessons.length}
      isSchools={school?.isBlocked ?? false}
      mayUnblock={mayEdit && !school?.isBlocked}
      own={school?.isBlocked && own.blockedText ? `${who} also blocked this day: ${own.blockedText}` : null}
    >
      {closure ? (
        <Suspense fallback={children}>
          <ReceiptPart day={day} closure={closure}>
            {children}
          </ReceiptPart>
        </Suspense>
      ) : (
        children
      )}
    </NonInstructional>
  )
}
