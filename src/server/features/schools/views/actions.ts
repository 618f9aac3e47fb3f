/** Audit first: a view that can't be logged is refused. */

import { record } from '#server/features/audit/queries.ts'
import { lockUser } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { LoggedView } from '#shared/schools/contract.ts'
import { isViewRecorded, viewsOf } from './queries.ts'

/** Requests within this window count as one view, regardless of how many pages they load. */
const LOOK_MS = 10 * 60_000

type Viewing = { actorId: string; schoolId: string; at: Date }

/** Logs an administrator's view of a teacher's days, at most once every ten minutes. */
export const recordView = async (db: Db, by: Viewing, subjectId: string): Promise<void> => {
  const isRecorded = (db: Db) => isViewRecorded(db, { ...by, subjectId }, new Date(by.at.getTime() - LOOK_MS))
  if (await isRecorded(db)) return
  await db.transaction(async (db) => {
    // The client requests a week and its marks concurrently. Without the lock, both requests would be logged.
    await lockUser(db, by.actorId)
    if (!(await isRecorded(db))) await record(db, { ...by, act: 'school.looked', subjectId })
  })
}

/** Logs that an administrator made a sub plan from a teacher's days. */
export const recordPlan = (db: Db, by: Viewing, subjectId: string) => record(db, { ...by, act: 'school.planned', subjectId })

/** Returns administrators' views of a user's schedule, newest first. Returns only the latest `count` if given. */
export const viewLog = async (db: Db, userId: string, count?: number): Promise<LoggedView[]> =>
  (await viewsOf(db, userId, count)).map(({ at, by, act }) => ({
    at: at.toISOString(),
    by,
    kind: act === 'school.planned' ? 'plan' : 'calendar',
  }))
