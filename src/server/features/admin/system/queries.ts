import { and, desc, eq, getTableName, gt, inArray, isNull, lt, max, ne, sql } from 'drizzle-orm'
import { billingEvents } from '#server/features/billing/tables.ts'
import { calendarDays } from '#server/features/calendar/tables.ts'
import { templates } from '#server/features/templates/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { jobRuns, jobs, type Outcome } from '#server/lib/jobs/tables.ts'
import { type ServerFigures, servers } from './tables.ts'

/** Maximum number of rows to count exactly. */
const COUNTED = 20_000
/** Approximate number of days to sample for the lesson count in a larger table. */
const SAMPLE = 5_000

/** Returns the size of the database in bytes, and its version. */
export const databaseState = async (db: Db): Promise<{ bytes: number; version: string }> => {
  const { rows } = await db.execute<{ bytes: string; version: string }>(
    sql`select pg_database_size(current_database()) as bytes, split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return { bytes: Number(rows[0]?.bytes), version: rows[0]?.version ?? '' }
}

/** Returns a table's row count: exact up to {@link COUNTED}, otherwise the query planner's estimate. */
const rowsOf = async (db: Db, table: typeof calendarDays | typeof templates, where = sql`true`) => {
  const few = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('few')
  const [counted] = await db.select({ count: sql<number>`count(*)::int` }).from(few)
  const count = counted?.count ?? 0
  if (count <= COUNTED) return { count, isAbout: false }
  const { rows } = await db.execute<{ count: number }>(
    sql`select greatest(reltuples, ${COUNTED})::float8 as count from pg_class where oid = ${getTableName(table)}::regclass`,
  )
  return { count: rows[0]?.count ?? count, isAbout: true }
}

/**
 * Returns the number of days, templates, and lessons. In a large table, estimates the lessons from a sample of days, because reading all of
 * them takes too long.
 */
export const contentCounts = async (db: Db) => {
  const days = await rowsOf(db, calendarDays)
  const kept = await rowsOf(db, templates, isNull(templates.deletedAt))
  const share = Math.min(100, days.isAbout ? (100 * SAMPLE) / days.count : 100)
  const { rows } = await db.execute<{ sum: number; average: number }>(sql`
    select coalesce(sum(json_array_length(blocks)), 0)::float8 as sum, coalesce(avg(json_array_length(blocks)), 0)::float8 as average
    from ${calendarDays} tablesample system (${share}::real)`)
  const { sum = 0, average = 0 } = rows[0] ?? {}
  return {
    calendarDays: days.count,
    templates: kept.count,
    timeBlocks: days.isAbout ? Math.round(average * days.count) : sum,
    isAbout: days.isAbout || kept.isAbout,
  }
}

/** Returns the time of the last Stripe event, or null if none has arrived. */
export const lastStripeEvent = async (db: Db): Promise<Date | null> => {
  const [row] = await db.select({ at: max(billingEvents.at) }).from(billingEvents)
  return row?.at ?? null
}

const FAILURES: Outcome[] = ['failed', 'gave_up', 'lost']

/** Returns every job by name: its next run, the number of queued jobs, its last run, and its failures in the last 24 hours. */
export const jobStates = async (db: Db) => {
  const known = await db
    .select({
      name: jobs.name,
      schedule: max(jobs.schedule),
      nextAt: sql<Date | null>`min(${jobs.runAt}) filter (where ${jobs.gaveUpAt} is null)`.mapWith(jobs.runAt),
      waiting: sql<number>`(count(*) filter (where ${jobs.schedule} is null and ${jobs.gaveUpAt} is null))::int`,
      gaveUp: sql<number>`(count(*) filter (where ${jobs.gaveUpAt} is not null))::int`,
    })
    .from(jobs)
    .groupBy(jobs.name)
  const { startedAt, endedAt, outcome, error } = jobRuns
  const last = await db
    .selectDistinctOn([jobRuns.name], { name: jobRuns.name, startedAt, endedAt, outcome, error })
    .from(jobRuns)
    .orderBy(jobRuns.name, desc(startedAt))
  const failed = await db
    .select({ name: jobRuns.name, count: sql<number>`count(*)::int` })
    .from(jobRuns)
    .where(and(gt(startedAt, sql`now() - interval '24 hours'`), inArray(outcome, FAILURES)))
    .groupBy(jobRuns.name)
  const names = [...new Set([...known, ...last].map(({ name }) => name))].sort()
  return names.map((name) => ({
    ...(known.find((job) => job.name === name) ?? { name, schedule: null, nextAt: null, waiting: 0, gaveUp: 0 }),
    lastRun: last.find((run) => run.name === name) ?? null,
    failures: failed.find((one) => one.name === name)?.count ?? 0,
  }))
}

/** A server that misses three reports is gone. */
const GONE = sql`now() - interval '30 seconds'`
/** How long one that is gone is listed, so that operators see that it died. */
const FORGOTTEN = sql`now() - interval '1 hour'`

type Server = { id: string; host: string; version: string; upMs: number; figures: ServerFigures }

/** Writes a server's row. `upMs` is how long it has been running, because its clock may differ from the database's. */
export const reportServer = async (db: Db, { id, host, version, upMs, figures }: Server): Promise<void> => {
  const startedAt = sql`now() - ${upMs} * interval '1 millisecond'`
  await db
    .insert(servers)
    .values({ id, host, version, startedAt, seenAt: sql`now()`, figures })
    .onConflictDoUpdate({ target: servers.id, set: { seenAt: sql`now()`, figures } })
}

/** Deletes the rows of servers that died some time ago. */
export const forgetServers = async (db: Db): Promise<void> => {
  await db.delete(servers).where(lt(servers.seenAt, FORGOTTEN))
}

export const removeServer = async (db: Db, id: string): Promise<void> => {
  await db.delete(servers).where(eq(servers.id, id))
}

/** Returns the servers that run, as they reported themselves. */
export const runningServers = (db: Db) =>
  db
    .select({ host: servers.host, version: servers.version, figures: servers.figures })
    .from(servers)
    .where(sql`${servers.seenAt} >= ${GONE}`)

/** Returns the other servers, the ones that run and those that died within the last hour, oldest first. At most 100. */
export const otherServers = (db: Db, id: string) =>
  db
    .select({
      host: servers.host,
      version: servers.version,
      startedAt: servers.startedAt,
      seenAt: servers.seenAt,
      figures: servers.figures,
      isGone: sql<boolean>`${servers.seenAt} < ${GONE}`,
    })
    .from(servers)
    .where(and(ne(servers.id, id), gt(servers.seenAt, FORGOTTEN)))
    .orderBy(servers.startedAt, servers.id)
    .limit(100)
