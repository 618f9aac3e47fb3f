import { and, asc, desc, eq, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { RETENTION } from '#shared/retention.ts'
import { auditLog, failedSignIns } from './tables.ts'

type Written = Omit<typeof auditLog.$inferInsert, 'id'>

/** Adds an entry to the audit log. Call it in the action's transaction, so that both commit or neither does. */
export const record = (db: Db, row: Written) => db.insert(auditLog).values(row)

/** Returns the time of the newest entry, or null if there are none. */
export const lastEntryAt = async (db: Db): Promise<Date | null> => {
  const [entry] = await db.select({ at: max(auditLog.at) }).from(auditLog)
  return entry?.at ?? null
}

const MOST_OF_ACCOUNT = 20
const MOST_TRIES = 1_000

type OwnRow = Required<Pick<Written, 'at' | 'act' | 'actorId' | 'subjectId'>> & Pick<Written, 'network' | 'schoolId'>

/**
 * Adds an entry unless its hourly limit is reached: 20 per actor and subject, or one per network without a subject. `isTry` also limits the
 * total number of entries of this kind.
 */
export const recordSome = (
  db: Db,
  { at, act, actorId, subjectId, network = null, schoolId = null }: OwnRow,
  { isTry }: { isTry: boolean } = { isTry: false },
) => {
  const hourAgo = sql`${at}::timestamptz - interval '1 hour'`
  const ofAct = eq(auditLog.act, act)
  const [same, most] = subjectId
    ? [and(eq(auditLog.subjectId, subjectId), sql`${auditLog.actorId} is not distinct from ${actorId}::uuid`), MOST_OF_ACCOUNT]
    : [and(isNull(auditLog.subjectId), sql`${auditLog.network} is not distinct from ${network}`), 1]
  const latest = (where: typeof same, count: number) =>
    db
      .select({ at: auditLog.at, actorId: auditLog.actorId, subjectId: auditLog.subjectId, network: auditLog.network })
      .from(auditLog)
      .where(where)
      .orderBy(desc(auditLog.id))
      .limit(count)
      .as('audit_log')
  const isRoom = (from: ReturnType<typeof latest>, limit: number, where = sql`true`) =>
    sql`(select count(*) from ${from} where ${auditLog.at} > ${hourAgo} and ${where}) < ${limit}`
  const isRoomInAll = isTry ? isRoom(latest(ofAct, MOST_TRIES), MOST_TRIES) : sql`true`
  const isRoomForThis = subjectId ? isRoom(latest(and(ofAct, same), most), most) : isRoom(latest(ofAct, MOST_TRIES), most, same)
  return db.execute(sql`
    insert into ${auditLog} (at, act, actor_id, subject_id, network, school_id)
    select ${at}::timestamptz, ${act}, ${actorId}::uuid, ${subjectId}::uuid, ${network}::text, ${schoolId}::uuid
    where ${isRoomForThis} and ${isRoomInAll}`)
}

/** Counts a failed sign-in attempt. */
export const countFailure = (db: Db, as: 'wrong' | 'locked', at: Date) =>
  db
    .insert(failedSignIns)
    .values({ hour: sql`date_trunc('hour', ${at}::timestamptz)`, [as]: 1 })
    .onConflictDoUpdate({ target: failedSignIns.hour, set: { [as]: sql`${failedSignIns[as]} + 1` } })

/** Deletes hourly counts of failed attempts that are older than twelve months. */
export const deleteOldFailures = (db: Db) =>
  db.delete(failedSignIns).where(lt(failedSignIns.hour, sql`now() - make_interval(months => ${RETENTION.auditMonths})`))

/**
 * Deletes up to `most` entries older than twelve months, oldest first. Returns the number deleted. Uses the database's clock, like the
 * trigger that refuses to delete newer rows.
 */
export const deleteOldRows = async (db: Db, most: number): Promise<number> => {
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, sql`now() - make_interval(months => ${RETENTION.auditMonths})`))
    .orderBy(asc(auditLog.at))
    .limit(most)
  return (await db.delete(auditLog).where(inArray(auditLog.id, old))).rowCount ?? 0
}
