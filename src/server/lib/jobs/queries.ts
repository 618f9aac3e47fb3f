import { and, desc, eq, inArray, isNotNull, lt, max, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { jobRuns, jobs, type Outcome, type Payload } from './tables.ts'

/** A job claimed by this server, as of the start of its run. */
export type ClaimedJob = {
  runId: string
  name: string
  /** Null for queued jobs. */
  schedule: string | null
  payload: unknown
  /** Attempt number, starting at 1. */
  tries: number
  /** When it was claimed, in database time. */
  claimedAt: Date
}

/** Returns when a claim expires unless it is renewed. */
const leaseOf = (milliseconds: number) => sql`now() + ${milliseconds} * interval '1 millisecond'`

/** Returns the current time from the database's clock. */
export const databaseNow = async (db: Db): Promise<Date> => {
  const { rows } = await db.execute<{ now: number }>(sql`select (extract(epoch from now()) * 1000)::float8 as now`)
  return new Date(rows[0]?.now ?? Number.NaN)
}

/**
 * Queues a job by name to run once, either right away or no earlier than `runAt`. Urgent jobs run first. If called within a transaction,
 * the job is queued only if the transaction commits. A queued job may run more than once, for instance if a server dies mid-run.
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

/**
 * Creates a row for each scheduled job that doesn't have one. Reschedules jobs whose schedule has changed, and those that would run more than
 * a day after their next time. A clock that was ahead leaves such rows, and nobody would make backups until then.
 */
export const registerSchedules = async (db: Db, schedules: { name: string; schedule: string; runAt: Date }[]): Promise<void> => {
  // Sorted, because servers that start at the same time could otherwise deadlock.
  const rows = schedules.map((each) => ({ ...each, payload: {} })).sort((a, b) => (a.name < b.name ? -1 : 1))
  if (rows.length === 0) return
  await db
    .insert(jobs)
    .values(rows)
    .onConflictDoUpdate({
      target: jobs.name,
      targetWhere: isNotNull(jobs.schedule),
      set: { schedule: sql`excluded.schedule`, runAt: sql`excluded.run_at` },
      setWhere: sql`${jobs.schedule} <> excluded.schedule or ${jobs.runAt} > excluded.run_at + interval '1 day'`,
    })
}

/**
 * Claims the job that has been due the longest (urgent jobs first) and starts a run. Returns undefined if no job is due. Scheduled jobs are
 * claimed only if they are in `names`, because another version of the server may have different ones. With `only`, claims only jobs with
 * these names. Uses a single statement, so that two workers never claim the same job and polling takes one round trip.
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

/** Extends a run's lease. Returns false if another run has claimed the job. */
export const renewClaim = async (db: Db, runId: string, leaseMs: number): Promise<boolean> => {
  const held = await db
    .update(jobs)
    .set({ claimedUntil: leaseOf(leaseMs) })
    .where(eq(jobs.runId, runId))
    .returning({ id: jobs.id })
  return held.length > 0
}

/**
 * A run's outcome, and what to do with its job. With `again`, the job is rescheduled. Otherwise, it is deleted if it succeeded and set
 * aside if it failed.
 */
export type End = { outcome: Outcome; error?: string; again?: { runAt: Date; tries: number } }

/**
 * Records the end of a run together with the job's own writes, and releases the job. Returns false without changing anything if another run
 * has claimed the job.
 */
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
  /** When the last successful run started. */
  doneAt: Date | null
  /** The error from the last run. Undefined if that run succeeded or the job has never run. */
  failed: { at: Date; words: string } | undefined
}

/** Returns when a job is next due (if it is scheduled), when it last succeeded, and the error if its last run failed. */
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
  const [done] = await db
    .select({ at: max(jobRuns.startedAt) })
    .from(jobRuns)
    .where(and(eq(jobRuns.name, name), eq(jobRuns.outcome, 'done')))
  const hasFailed = run !== undefined && run.outcome !== 'done'
  return { nextAt: job?.runAt, doneAt: done?.at ?? null, failed: hasFailed ? { at: run.startedAt, words: run.error ?? '' } : undefined }
}

/** Returns when a job was last started. Some jobs run every ten minutes, so this says until when the database was in use. */
export const lastRunAt = async (db: Db): Promise<Date | null> => {
  const [run] = await db.select({ at: max(jobRuns.startedAt) }).from(jobRuns)
  return run?.at ?? null
}

/** Deletes runs that started before the given time, and jobs that were abandoned before it. */
export const deleteRunsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(jobRuns).where(lt(jobRuns.startedAt, before))
  await db.delete(jobs).where(lt(jobs.gaveUpAt, before))
}
