import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { jobRuns, jobs, type Outcome, type Payload } from './tables.ts'

/** A job that a run of this server has, as it was when the run began. */
export type ClaimedJob = {
  runId: string
  name: string
  /** Null for queued work. */
  schedule: string | null
  payload: unknown
  /** Which try this is: 1 for the first. */
  tries: number
  /** When it was claimed, by the clock of the database. */
  claimedAt: Date
}

/** How long a claim holds unless it is renewed. */
const leaseOf = (milliseconds: number) => sql`now() + ${milliseconds} * interval '1 millisecond'`

/** The instant by the clock of the database. */
export const databaseNow = async (db: Db): Promise<Date> => {
  const { rows } = await db.execute<{ now: number }>(sql`select (extract(epoch from now()) * 1000)::float8 as now`)
  return new Date(rows[0]?.now ?? Number.NaN)
}

/**
 * Queues work by the name of its job, to be done once: at once, or not before `runAt`. Urgent work is begun before all other. Within a transaction it is there
 * exactly when that commits. What is queued may be begun more than once, as when a server dies in the middle of it.
 * @public
 */
export const enqueue = async (
  db: Db,
  name: string,
  payload: Payload,
  { runAt, isUrgent = false }: { runAt?: Date; isUrgent?: boolean } = {},
): Promise<void> => {
  await db.insert(jobs).values({ name, payload, isUrgent, runAt: runAt ?? sql`now()` })
}

/** Makes a row for each scheduled job that has none; one whose schedule has changed is due by the new one. */
export const registerSchedules = async (db: Db, schedules: { name: string; schedule: string; runAt: Date }[]): Promise<void> => {
  // Always in one order: servers that start together would wait for each other.
  const rows = schedules.map((each) => ({ ...each, payload: {} })).sort((a, b) => (a.name < b.name ? -1 : 1))
  if (rows.length === 0) return
  await db
    .insert(jobs)
    .values(rows)
    .onConflictDoUpdate({
      target: jobs.name,
      targetWhere: isNotNull(jobs.schedule),
      set: { schedule: sql`excluded.schedule`, runAt: sql`excluded.run_at` },
      setWhere: sql`${jobs.schedule} <> excluded.schedule`,
    })
}

/**
 * Takes the job that has been due for longest, an urgent one before all others, and begins a run of it; undefined when nothing is due. Scheduled jobs are
 * taken only if they are among `names`, since another version of the server may have more. With `only`, it takes jobs of these
 * names alone. One statement, so that two workers at the same moment never get the same job, and so that looking costs one round
 * trip.
 */
export const claimDue = async (
  db: Db,
  names: readonly string[],
  leaseMs: number,
  only?: readonly string[],
): Promise<ClaimedJob | undefined> => {
  if (only?.length === 0) return undefined
  const { rows } = await db.execute<Omit<ClaimedJob, 'claimedAt'> & { claimedAt: number }>(sql`
    with due as (
      select id from jobs
      where run_at <= now() and gave_up_at is null and (claimed_until is null or claimed_until <= now())
        and (schedule is null or ${inArray(jobs.name, [...names])})
        and ${only ? inArray(jobs.name, [...only]) : sql`true`}
      order by is_urgent desc, run_at, id
      limit 1
      for update skip locked
    ), claimed as (
      update jobs set run_id = gen_random_uuid(), claimed_until = ${leaseOf(leaseMs)}, tries = tries + 1
      from due where jobs.id = due.id
      returning jobs.*
    ), lost as (
      update job_runs set outcome = 'lost' where job_id in (select id from claimed) and outcome is null
    ), begun as (
      insert into job_runs (id, job_id, name, try, started_at) select run_id, id, name, tries, now() from claimed
    )
    select run_id as "runId", name, schedule, payload, tries, (extract(epoch from now()) * 1000)::float8 as "claimedAt" from claimed`)
  const [row] = rows
  return row && { ...row, claimedAt: new Date(row.claimedAt) }
}

/** Makes a run's claim hold for longer; false when another run has the job. */
export const renewClaim = async (db: Db, runId: string, leaseMs: number): Promise<boolean> => {
  const held = await db
    .update(jobs)
    .set({ claimedUntil: leaseOf(leaseMs) })
    .where(eq(jobs.runId, runId))
    .returning({ id: jobs.id })
  return held.length > 0
}

/** How a run ended, and what becomes of its job: due `again`, or, without that, gone when it is done and set aside when it is not. */
export type End = { outcome: Outcome; error?: string; again?: { runAt: Date; tries: number } }

/** Writes the end of a run down, with what its job wants written, and lets the job go; false, and nothing is changed, when another run has the job. */
export const endRun = (
  db: Db,
  runId: string,
  { outcome, error, again }: End,
  write: ((db: Db) => Promise<void>) | undefined,
): Promise<boolean> =>
  db.transaction(async (db) => {
    const own = eq(jobs.runId, runId)
    const free = { runId: null, claimedUntil: null }
    const change = again ? { ...free, ...again } : { ...free, gaveUpAt: sql`now()` }
    const ended =
      outcome === 'done' && !again
        ? await db.delete(jobs).where(own).returning({ id: jobs.id })
        : await db.update(jobs).set(change).where(own).returning({ id: jobs.id })
    if (ended.length === 0) return false
    await write?.(db)
    await db
      .update(jobRuns)
      .set({ endedAt: sql`now()`, outcome, error: error ?? null })
      .where(eq(jobRuns.id, runId))
    return true
  })

type Scheduled = {
  nextAt: Date | undefined
  /** What its last run failed with; undefined where that went well, or none has been yet. */
  failed: { at: Date; words: string } | undefined
}

/** Returns when a scheduled job is due next, and how it went the last time. */
export const scheduledOf = async (db: Db, name: string): Promise<Scheduled> => {
  const [job] = await db
    .select({ runAt: jobs.runAt })
    .from(jobs)
    .where(and(eq(jobs.name, name), isNotNull(jobs.schedule)))
  const [run] = await db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.name, name), inArray(jobRuns.outcome, ['done', 'failed', 'gave_up'])))
    .orderBy(desc(jobRuns.startedAt))
    .limit(1)
  const hasFailed = run !== undefined && run.outcome !== 'done'
  return { nextAt: job?.runAt, failed: hasFailed ? { at: run.startedAt, words: run.error ?? '' } : undefined }
}

/** Deletes the runs that began before an instant, and the work that was given up before it. */
export const deleteRunsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(jobRuns).where(lt(jobRuns.startedAt, before))
  await db.delete(jobs).where(lt(jobs.gaveUpAt, before))
}
