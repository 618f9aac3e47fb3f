/** Decides of which teacher's days a person may make a link, and keeps deciding each time that the link is opened. */
import { ownCalendar, sharedCalendar } from '#server/features/calendar/policy.ts'
import type { PersonCalendar } from '#server/features/calendar/tables.ts'
import { calendarShownTo } from '#server/features/collaboration/queries.ts'
import { teachersCalendar } from '#server/features/schools/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { calendarOfPerson } from '../queries.ts'

export type PlanSource = {
  calendar: PersonCalendar
  /** Omitted for the teacher's own plan. */
  reader?: { userId: string; getsStudentNotes: boolean }
  /** The school whose administrator makes the plan. Its teachers see who did. */
  schoolId?: string
}

/** Returns the days that `madeBy` may show of the teacher `userId`, or undefined if there are none. */
export const planSourceOf = async (db: Db, { madeBy, userId }: { madeBy: string; userId: string }): Promise<PlanSource | undefined> => {
  if (madeBy === userId) {
    const own = await calendarOfPerson(db, userId)
    return own && { calendar: ownCalendar(own) }
  }
  const [administered, shared] = [await teachersCalendar(db, madeBy, userId), await calendarShownTo(db, madeBy, userId)]
  const getsStudentNotes = administered?.getsStudentNotes === true || shared?.includesStudentNotes === true
  const reader = { userId: madeBy, getsStudentNotes }
  if (administered) {
    const { schoolId, schoolCalendarId } = administered
    return { calendar: sharedCalendar({ ...administered, school: { id: schoolId, calendarId: schoolCalendarId } }), reader, schoolId }
  }
  return shared && { calendar: sharedCalendar(shared), reader }
}
