import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatDay, isSchoolDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
import { useWasIdle } from '#web/lib/time/when-idle.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const DialogPart = lazyPart(async () => (await import('./cycle-day-dialog.tsx')).CycleDayDialog)

const NONE: readonly Command[] = []

/** Registers the command that changes the number of a day, and shows its dialog. Only in a calendar whose days have numbers. */
export const CycleDayCommand = () => {
  const { kind, mayEdit } = useCalendar()
  const today = useToday(useUser().timezone)
  const { date: shown } = useFollowingAddress(today)
  const [date, setDate] = useState<string | null>(null)
  const isOwn = kind === 'own' && mayEdit
  const { data: timetables = [] } = useQuery({ ...timetablesQuery, enabled: useWasIdle() && isOwn })
  const timetableOn = (day: string) =>
    timetables.find(({ firstDay, lastDay, rhythm }) => firstDay <= day && day <= lastDay && rhythm.kind !== 'weekly')
  const open = (day = shown) => {
    if (timetableOn(day) && isSchoolDay(day)) setDate(day)
    else showToast({ title: 'This day isn’t in a cycle', description: formatDay(day, 'full') })
  }
  const command: Command = {
    id: 'cycle-day',
    label: 'Day of the cycle…',
    group: 'Plan',
    words: 'number rotation day 3 week a b today is count again',
    run: open,
  }
  useCommands(isOwn && timetables.some(({ rhythm }) => rhythm.kind !== 'weekly') ? [command] : NONE)
  const timetable = date === null ? undefined : timetableOn(date)
  return (
    date !== null &&
    timetable && (
      <Suspense>
        <DialogPart date={date} today={today} timetable={timetable} onClose={() => setDate(null)} />
      </Suspense>
    )
  )
}
