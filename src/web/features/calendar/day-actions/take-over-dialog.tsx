import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { CalendarProvider, useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useViewedName } from '#web/features/calendar/viewing/viewed-person.ts'
import { CopyDayDialog } from './copy-day-dialog.tsx'

type TakeOverDialogProps = {
  date: string
  /** Lessons of the day, of the calendar that is looked at. */
  lessons: readonly TimeBlock[]
  /** It is about this one lesson, and not about the day. */
  isLesson?: boolean
  onClose: () => void
}

/** Copies lessons of the calendar on screen into one's own: asks for the days there. Alerts are nobody's but the owner's. */
export const TakeOverDialog = ({ date, lessons, isLesson = false, onClose }: TakeOverDialogProps) => {
  const viewed = useCalendar()
  const from = useViewedName(viewed)
  const what = (isLesson && lessons[0]?.title) || formatDay(date, 'short')
  return (
    <CalendarProvider value={useOwnCalendar()}>
      <CopyDayDialog
        date={date}
        lessons={lessons.map((block) => ({ ...block, hasAlert: false, alertMessage: '' }))}
        takenOver={{ what, from: `${from}’s`, isLesson }}
        onClose={onClose}
      />
    </CalendarProvider>
  )
}
