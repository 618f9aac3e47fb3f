import type { Timetable } from '#shared/timetables/contract.ts'
import { numberOn } from '#shared/timetables/numbering/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { ClosureDialog } from './closure-dialog.tsx'
import { NumberDialog } from './number-dialog.tsx'

type CycleDayDialogProps = { date: string; today: string; timetable: Timetable; onClose: () => void }

/** Asks for the number of a school day, or what a day off does to the cycle. */
export const CycleDayDialog = ({ date, today, timetable, onClose }: CycleDayDialogProps) => {
  const isOff = shownDay(useCalendar(), date)?.marks.isBlocked ?? numberOn(timetable, date) === undefined
  return isOff ? (
    <ClosureDialog date={date} timetable={timetable} onClose={onClose} />
  ) : (
    <NumberDialog date={date} today={today} timetable={timetable} onClose={onClose} />
  )
}
