import { useState } from 'react'
import { formatDay, isSchoolDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { lessonNotLoaded } from '#web/features/calendar/days/lesson-not-loaded.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { ShortDayDialog } from './short-day-dialog.tsx'
import { giveUsualTimes } from './short-day-saves.ts'

const NONE: readonly Command[] = []

/** Returns why a day can't be shortened, or null. */
const problemWith = (day: PlannedDay | undefined): string | null => {
  if (!day) return 'Only school days can be short.'
  if (day.marks.isBlocked) return 'This day is a day off. Unblock it first.'
  return day.lessons.length + day.leftOut.length === 0 ? 'This day has no lessons to shorten.' : null
}

/** Registers the commands for short days, and shows the dialog. */
export const ShortDayCommand = () => {
  const calendar = useCalendar()
  const today = useToday(useUser().timezone)
  const { date: shown } = useFollowingAddress(today)
  const [day, setDay] = useState<PlannedDay | null>(null)
  const withDay = (date: string, act: (day: PlannedDay | undefined) => void) =>
    isSchoolDay(date) ? void loadDay(calendar, date).then(act, lessonNotLoaded) : act(undefined)
  const open = (date = shown) =>
    withDay(date, (found) => {
      const problem = problemWith(found)
      if (problem === null && found) setDay(found)
      else showToast({ title: `${formatDay(date, 'full')}`, description: problem ?? '' })
    })
  const restore = (date = shown) =>
    withDay(date, (found) => {
      if (found?.shortDay !== undefined) void giveUsualTimes(calendar, date)
      else showToast({ title: 'This day isn’t short', description: formatDay(date, 'full') })
    })
  const commands: readonly Command[] = [
    {
      id: 'short-day',
      label: 'Short day…',
      group: 'Plan',
      words: 'half day early release dismissal delay delayed opening late start assembly bell schedule minimum day shorten times',
      run: open,
    },
    {
      id: 'usual-times',
      label: 'Back to usual times',
      group: 'Plan',
      words: 'short day restore normal regular bell schedule',
      run: restore,
    },
  ]
  useCommands(calendar.kind === 'own' && calendar.mayEdit ? commands : NONE)
  return day && <ShortDayDialog key={day.date} day={day} onClose={() => setDay(null)} />
}
