import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useViewedName } from './viewed-person.ts'

/** Whose days a substitute plan is of, and when student notes are in it. */
export const PlanHint = () => {
  const name = useViewedName(useCalendar())
  return (
    <p className="mt-2 px-1 text-small text-ink-soft">
      For {name}’s days. Student notes are in it only if {name} has shared theirs.
    </p>
  )
}
