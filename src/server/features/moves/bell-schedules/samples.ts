import { AMPLE, calendarOf } from '#server/features/calendar/samples.ts'
import type { Db } from '#server/lib/db/client.ts'
import { createBellSchedule } from './actions.ts'

/** Creates a bell schedule of a teacher, as if the teacher had created it. Returns its id. */
export const aBellSchedule = async (db: Db, { owner, now = new Date() }: { owner: string; now?: Date }): Promise<string> => {
  const call = { calendar: await calendarOf(db, owner), actor: owner, now, quota: AMPLE }
  return (await createBellSchedule(db, call, { name: '2-hour delay', rows: [{ startTime: '10:00', endTime: '10:30' }] })).id
}
