import { and, between, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { auditLog, failedSignIns } from '#server/features/audit/tables.ts'
import { schools, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { SignInFigures } from '#shared/admin/security/rules.ts'

/** Maximum number of accounts that an email search matches. Search text that matches more is too vague to be useful. */
const MOST_FOUND = 50

/** Returns sign-ins and failed attempts since an instant, keyed by day in a time zone. Omits days without any. */
export const signInsByDay = async (db: Db, from: Date, zone: string): Promise<Map<string, SignInFigures>> => {
  const dayOf = (at: SQL | typeof auditLog.at | typeof failedSignIns.hour) => sql<string>`to_char(${at} at time zone ${zone}, 'YYYY-MM-DD')`
  const begun = await db
    .select({ day: dayOf(auditLog.at), count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(and(eq(auditLog.act, 'session.begun'), gte(auditLog.at, from)))
    .groupBy(sql`1`)
  const failed = await db
    .select({
      day: dayOf(failedSignIns.hour),
      wrong: sql<number>`sum(${failedSignIns.wrong})::int`,
      locked: sql<number>`sum(${failedSignIns.locked})::int`,
    })
    .from(failedSignIns)
    .where(gte(failedSignIns.hour, from))
    .groupBy(sql`1`)
  const days = new Map<string, SignInFigures>()
  const of = (day: string): SignInFigures => days.get(day) ?? { signIns: 0, wrong: 0, locked: 0 }
  for (const { day, count } of begun) days.set(day, { ...of(day), signIns: count })
  for (const { day, wrong, locked } of failed) days.set(day, { ...of(day), wrong, locked })
  return days
}

/** Returns sign-ins and failed attempts between two instants. Failed attempts are only available in hourly totals. */
export const signInsBetween = async (db: Db, from: Date, to: Date): Promise<SignInFigures> => {
  const [begun] = await db
    .select({ signIns: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(and(eq(auditLog.act, 'session.begun'), between(auditLog.at, from, to)))
  const [failed] = await db
    .select({
      wrong: sql<number>`coalesce(sum(${failedSignIns.wrong}), 0)::int`,
      locked: sql<number>`coalesce(sum(${failedSignIns.locked}), 0)::int`,
    })
    .from(failedSignIns)
    .where(and(gte(failedSignIns.hour, sql`date_trunc('hour', ${from}::timestamptz)`), sql`${failedSignIns.hour} <= ${to}::timestamptz`))
  return { signIns: begun?.signIns ?? 0, wrong: failed?.wrong ?? 0, locked: failed?.locked ?? 0 }
}

type AuditFilter = {
  /** All acts if undefined. */
  acts: readonly string[] | undefined
  /** Part of an email address. */
  q: string | undefined
  before: number | undefined
  count: number
}

/** Returns the ids of accounts whose email contains the search text, at most {@link MOST_FOUND}. */
const idsByEmail = async (db: Db, q: string): Promise<string[]> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`position(${q.toLowerCase()} in ${users.email}) > 0`)
    .orderBy(users.email)
    .limit(MOST_FOUND)
  return rows.map(({ id }) => id)
}

/**
 * Returns the ids of the latest matching events. With a list of acts, reads at most one page per act through an index, so a rare act is
 * found just as fast in a log with millions of rows.
 */
const latestIds = async (db: Db, { acts, q, before, count }: AuditFilter): Promise<number[]> => {
  const older = before === undefined ? undefined : lt(auditLog.id, before)
  const page = (where: SQL | undefined) =>
    db.select({ id: auditLog.id }).from(auditLog).where(and(where, older)).orderBy(desc(auditLog.id)).limit(count)
  const actIn = acts && sql`${auditLog.act} in ${[...acts]}`
  if (q) {
    const people = await idsByEmail(db, q)
    if (people.length === 0) return []
    const byPerson = and(or(inArray(auditLog.subjectId, people), inArray(auditLog.actorId, people)), actIn)
    return (await page(byPerson)).map(({ id }) => id)
  }
  if (!acts) return (await page(undefined)).map(({ id }) => id)
  const { rows } = await db.execute<{ id: string }>(sql`
    select found.id from unnest(array[${sql.join(
      acts.map((act) => sql`${act}`),
      sql`, `,
    )}]) as wanted (act)
    cross join lateral (${page(sql`${auditLog.act} = wanted.act`)}) found
    order by found.id desc limit ${count}`)
  return rows.map(({ id }) => Number(id))
}

/** Returns the matching events, newest first. The email is null for users who have deleted their account. */
export const eventsOf = async (db: Db, wanted: AuditFilter) => {
  const ids = await latestIds(db, wanted)
  if (ids.length === 0) return []
  const actors = alias(users, 'actors')
  const subjects = alias(users, 'subjects')
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      act: auditLog.act,
      actorId: auditLog.actorId,
      subjectId: auditLog.subjectId,
      network: auditLog.network,
      actorHere: actors.id,
      actorEmail: actors.email,
      subjectHere: subjects.id,
      subjectEmail: subjects.email,
      school: schools.name,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .leftJoin(subjects, eq(subjects.id, auditLog.subjectId))
    .leftJoin(schools, eq(schools.id, auditLog.schoolId))
    .where(inArray(auditLog.id, ids))
    .orderBy(desc(auditLog.id))
}
