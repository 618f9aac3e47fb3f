import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, json, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** The outcome of a run. `lost`: its server died or lost its claim. `released`: its server stopped, and another server restarts the job. */
export type Outcome = 'done' | 'failed' | 'gave_up' | 'released' | 'lost'

/** A queued job's input. Contains ids and settings, but never addresses or user input. */
export type Payload = Record<string, string | number | boolean | null>

/**
 * Background jobs, one row each. A scheduled job keeps its row between runs. A queued job's row is deleted once the job is done. All times
 * use the database clock, the one clock that all servers share.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** A cron pattern, or null for queued jobs, which run only once. */
    schedule: text(),
    payload: json().$type<Payload>().notNull(),
    /** Urgent jobs run before all other due jobs. */
    isUrgent: boolean().notNull().default(false),
    /** When the job is next due. */
    runAt: instant().notNull(),
    /** Number of attempts since the last success. */
    tries: integer().notNull().default(0),
    /** The run that has claimed the job, and when its lease expires. */
    runId: uuid(),
    claimedUntil: instant(),
    /** Set for queued jobs that failed too many times. They don't run again. */
    gaveUpAt: instant(),
  },
  (table) => [
    uniqueIndex('jobs_one_a_schedule').on(table.name).where(sql`${table.schedule} is not null`),
    uniqueIndex('jobs_by_run').on(table.runId),
    index('jobs_due').on(table.isUrgent.desc().nullsFirst(), table.runAt, table.id).where(sql`${table.gaveUpAt} is null`),
  ],
)

/** One row per run of a job, kept for 30 days. */
export const jobRuns = pgTable(
  'job_runs',
  {
    id: uuid().primaryKey(),
    jobId: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    /** 1 for the first attempt. */
    try: integer().notNull(),
    startedAt: instant().notNull(),
    /** Null while the job is running, and for lost runs. */
    endedAt: instant(),
    /** Null while the job is running. */
    outcome: text().$type<Outcome>(),
    /** Error description, without personal data. */
    error: text(),
  },
  (table) => [index('job_runs_by_age').on(table.startedAt), index('job_runs_open').on(table.jobId).where(sql`${table.outcome} is null`)],
)
