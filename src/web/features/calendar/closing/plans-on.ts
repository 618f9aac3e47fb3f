import { daysFrom, moveWaysOf } from '#shared/moves/plan/rules.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { rethrowBugs } from '#web/ui/report.ts'

/**
 * Returns whether classes have plans on the open days of a range, so that closing it asks about them. True if that can't be loaded: then the
 * dialog says that lessons can't move.
 */
export const hasPlansOn = async (calendar: CalendarRef, from: string, to: string): Promise<boolean> => {
  const classes = knownClasses()
  if (calendar.kind !== 'own' || classes.length === 0) return false
  try {
    const { days } = await queryClient.fetchQuery({ ...outlineQuery(calendar, from, to), staleTime: 0 })
    const { isFree } = moveWaysOf(classes)
    return daysFrom(days, from, classes).some(({ isOff, blocks }) => !isOff && blocks.some((block) => block.classId && !isFree(block)))
  } catch (error) {
    rethrowBugs(error)
    return true
  }
}
