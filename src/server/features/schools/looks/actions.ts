/** What administrators look at is written down before it is read: what cannot be written down is not shown. */
import { lockUser } from '#server/features/accounts/queries.ts'
import { record } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { Look } from '#shared/schools/contract.ts'
import { isLookRecorded, looksAt } from './queries.ts'

/** The calls of turning pages are one look. */
const LOOK_MS = 10 * 60_000

type Looking = { actorId: string; schoolId: string; at: Date }

/** Writes down that an administrator looks at a teacher's days: once in ten minutes, however many pages they turn. */
export const recordLook = async (db: Db, by: Looking, subjectId: string): Promise<void> => {
  const isRecorded = (db: Db) => isLookRecorded(db, { ...by, subjectId }, new Date(by.at.getTime() - LOOK_MS))
  if (await isRecorded(db)) return
  await db.transaction(async (db) => {
    // A week and its marks are asked for at once.
    await lockUser(db, by.actorId)
    if (!(await isRecorded(db))) await record(db, { ...by, act: 'school.looked', subjectId })
  })
}

/** Writes down that an administrator makes a substitute plan of a teacher's days. */
export const recordPlan = (db: Db, by: Looking, subjectId: string) => record(db, { ...by, act: 'school.planned', subjectId })

/** Returns when administrators looked at the schedule of a person, newest first: the latest, or all. */
export const looks = async (db: Db, userId: string, count?: number): Promise<Look[]> =>
  (await looksAt(db, userId, count)).map(({ at, by, act }) => ({
    at: at.toISOString(),
    by,
    kind: act === 'school.planned' ? 'plan' : 'calendar',
  }))
