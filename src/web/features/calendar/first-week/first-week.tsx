import { Suspense, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useHasDone } from '#web/features/calendar/days/steps.ts'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Invitation } from './invitation.tsx'

const UsualDayPart = lazyPart(async () => (await import('./usual-day-dialog.tsx')).UsualDayDialog)

const isEmptyWeek = ({ days }: PlannedWeek): boolean => days.every(({ entry, lessons }) => entry === null && lessons.length === 0)

type FirstWeekProps = {
  user: User
  /** The week on screen. Undefined while it loads and in the day view. */
  week: PlannedWeek | undefined
  /** The day that gets the first lesson. */
  date: string
  onAdd: (date: string) => void
}

/** Shows ways to get started above the week if the teacher hasn't planned anything yet. Other teachers never load these files. */
export const FirstWeek = ({ user, week, date, onAdd }: FirstWeekProps) => {
  const calendar = useCalendar()
  const hasDone = useHasDone(calendar.id)
  const [isTyping, setIsTyping] = useState(false)
  // Stored here so that the text isn't lost if the save fails.
  const [typed, setTyped] = useState('')
  const isNew = !user.hasPlanned && calendar.mayEdit && calendar.id === user.calendarId
  if (!isNew || !week) return null
  return (
    <>
      {!hasDone && isEmptyWeek(week) && (
        <Invitation
          user={user}
          monday={week.monday}
          date={date}
          onType={() => setIsTyping(true)}
          onApproach={() => void UsualDayPart.preload()}
          onAdd={onAdd}
        />
      )}
      {isTyping && (
        <Suspense>
          <UsualDayPart
            days={week.days.map((day) => day.date)}
            preferences={user.preferences}
            text={typed}
            onText={setTyped}
            onFailed={() => setIsTyping(true)}
            onClose={() => setIsTyping(false)}
          />
        </Suspense>
      )}
    </>
  )
}
