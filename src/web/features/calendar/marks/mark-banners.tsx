import { CalendarOff, StickyNote } from 'lucide-react'

const NOTE_ICON = <StickyNote aria-hidden="true" className="mt-px size-[15px] shrink-0" />
const OFF_ICON = <CalendarOff aria-hidden="true" className="size-[26px]" />

/** The note of a day, green. */
export const DayNote = ({ text }: { text: string }) => (
  <p className="day-note">
    {NOTE_ICON}
    <span>
      <span className="sr-only">Note: </span>
      {text}
    </span>
  </p>
)

const keptText = (count: number): string =>
  count === 1
    ? '1 lesson is kept and comes back when the day is opened again.'
    : `${count} lessons are kept and come back when the day is opened again.`

/** A day without lessons, red. Says how many lessons wait behind it. */
export const NonInstructional = ({ text, lessonCount }: { text: string | null; lessonCount: number }) => (
  <div className="day-off">
    {OFF_ICON}
    <strong>Non-instructional Day</strong>
    {text && <span>{text}</span>}
    {lessonCount > 0 && <span className="day-off-kept">{keptText(lessonCount)}</span>}
  </div>
)
