import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { dateInWords } from '#shared/timetables/numbering/rules.ts'
import { closureAt } from '#shared/timetables/renumbering/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { useUser } from '#web/features/people/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { MenuItem } from '#web/ui/menu.tsx'

const CYCLE = <CalendarSync className="size-4" />

/** The row of a day's menu that changes its number in the cycle, or what a day off does to the cycle. Absent on days without either. */
export const CycleRow = ({ day: { date, marks }, opener }: { day: PlannedDay; opener: HTMLElement }) => {
  const { kind } = useCalendar()
  const today = useToday(useUser().timezone)
  const { data: timetables = [] } = useQuery({ ...timetablesQuery, enabled: kind === 'own' })
  const timetable = timetables.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)
  if (!timetable || kind !== 'own') return null

  const label = (): string => {
    if (!marks.isBlocked) {
      const words = dateInWords(timetables, date)
      return words && `${date === today ? 'Today' : 'This'} is ${words}…`
    }
    const closure = closureAt(timetable, date, (other) => other === date || timetable.numbers[other] === undefined)
    if (!closure || closure.ifWaiting === closure.ifGoingOn) return ''
    const { days, number, ifWaiting } = closure
    const off = days === 1 ? 'this day off' : `these ${days} days off`
    return number === ifWaiting ? `Count ${off}${days === 1 ? ` as Day ${ifWaiting}` : ''}…` : `Don’t count ${off}…`
  }
  const words = label()
  return (
    words !== '' && (
      <MenuItem
        icon={CYCLE}
        onSelect={() => {
          // When the dialog closes, it restores focus to the element that had it when the dialog opened.
          opener.focus()
          runCommand('cycle-day', date)
        }}
      >
        {words}
      </MenuItem>
    )
  )
}
