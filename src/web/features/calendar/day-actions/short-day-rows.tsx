import { Clock, ClockArrowDown } from 'lucide-react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { MenuItem } from '#web/ui/menu.tsx'

const SHORT = <Clock className="size-4" />
const USUAL = <ClockArrowDown className="size-4" />

/** The rows of a day's menu that shorten it, and give it its usual times back. Absent on days without lessons. */
export const ShortDayRows = ({ day: { date, marks, lessons, leftOut, shortDay }, opener }: { day: PlannedDay; opener: HTMLElement }) => {
  const { kind } = useCalendar()
  if (kind !== 'own' || lessons.length + leftOut.length === 0) return null
  const run = (command: 'short-day' | 'usual-times') => () => {
    // When the dialog closes, it restores focus to the element that had it when the dialog opened.
    opener.focus()
    runCommand(command, date)
  }
  return (
    <>
      {shortDay !== undefined && (
        <MenuItem icon={USUAL} onSelect={run('usual-times')}>
          Back to usual times
        </MenuItem>
      )}
      {!marks.isBlocked && (
        <MenuItem icon={SHORT} onSelect={run('short-day')}>
          {shortDay === undefined ? 'Short day…' : 'Other short times…'}
        </MenuItem>
      )}
    </>
  )
}
