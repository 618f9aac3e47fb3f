import { AMPLE, calendarOf } from '#server/features/calendar/samples.ts'
import { createClass } from '#server/features/classes/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { SAMPLE_CLASSES } from '#shared/sample-week.ts'

/** Creates the classes of the sample week in a teacher's calendar. */
export const seedClasses = async (db: Db, userId: string, now: Date): Promise<SchoolClass[]> => {
  const call = { calendar: await calendarOf(db, userId), actor: userId, now, quota: AMPLE }
  const created: SchoolClass[] = []
  for (const one of SAMPLE_CLASSES) created.push(await createClass(db, call, one))
  return created
}
