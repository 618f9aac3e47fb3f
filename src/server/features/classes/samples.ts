import { AMPLE, calendarOf } from '#server/features/calendar/samples.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { createClass } from './actions.ts'

/** Creates a class in a teacher's calendar, as if the teacher had created it. */
export const aClass = async (
  db: Db,
  { owner, now = new Date(), ...input }: { owner: string; name: string; now?: Date } & Partial<SchoolClass>,
): Promise<SchoolClass> =>
  createClass(
    db,
    { calendar: await calendarOf(db, owner), actor: owner, now, quota: AMPLE },
    {
      room: '',
      staysOnItsDay: false,
      ...input,
    },
  )
