import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useViewedName } from './viewed-person.ts'

/** Explains which teacher's days a sub plan covers and when it includes student notes. */
export const PlanHint = () => {
  const name = useViewedName(useCalendar())
  return (
    <p className="mt-2 px-1 text-small text-ink-soft">
      Covers {name}’s schedule. Student notes are included only if they’re shared with you.
    </p>
  )
}
