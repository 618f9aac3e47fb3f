import { useQuery } from '@tanstack/react-query'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { ownClassOf } from '#shared/classes/rules.ts'
import { formatDay } from '#shared/dates.ts'
import { CalendarProvider, useCalendar, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { personQuery } from '#web/features/calendar/days/queries.ts'
import { useViewedName } from '#web/features/calendar/viewing/viewed-person.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { CopyDayDialog } from './copy-day-dialog.tsx'

type TakeOverDialogProps = {
  date: string
  /** The day's lessons on the viewed calendar. */
  lessons: readonly TimeBlock[]
  /** True to copy this one lesson instead of the whole day. */
  isLesson?: boolean
  onClose: () => void
}

/**
 * Copies lessons from the viewed calendar to the user's own, after asking for the days. They join the user's classes that have the same names.
 * Drops alerts, which are only for the owner.
 */
export const TakeOverDialog = ({ date, lessons, isLesson = false, onClose }: TakeOverDialogProps) => {
  const viewed = useCalendar()
  const from = useViewedName(viewed)
  const theirs = useQuery(personQuery(viewed)).data?.classes ?? []
  const own = useClasses()
  const what = (isLesson && lessons[0]?.title) || formatDay(date, 'short')
  return (
    <CalendarProvider value={useOwnCalendar()}>
      <CopyDayDialog
        date={date}
        lessons={lessons.map((block) => ({ ...block, hasAlert: false, alertMessage: '', classId: ownClassOf(block.classId, theirs, own) }))}
        takenOver={{ what, from: `${from}’s`, isLesson }}
        onClose={onClose}
      />
    </CalendarProvider>
  )
}
