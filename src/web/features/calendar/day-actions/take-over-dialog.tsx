import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { CalendarProvider, useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useViewedName } from '#web/features/calendar/viewing/viewed-person.ts'
import { CopyDayDialog } from './copy-day-dialog.tsx'

type TakeOverDialogProps = {
  date: string
  /** The day's lessons on the viewed calendar. */
  lessons: readonly TimeBlock[]
  /** True to copy this one lesson instead of the whole day. */
  isLesson?: boolean
  onClose: () => void
}

/** Copies lessons from the viewed calendar to the user's own, after asking for the days. Drops alerts, which are only for the owner. */
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
