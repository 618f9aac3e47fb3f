import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, json, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** How a run ended. `lost`: its server died or lost its claim. `released`: its server stopped, and another one restarts the job. */
export type Outcome = 'done' | 'failed' | 'gave_up' | 'released' | 'lost'

/** What a queued job is given: ids and settings, never what a person wrote or an address. */
export type Payload = Record<string, string | number | boolean | null>

/**
 * All work that no call waits for, one row each: a scheduled job for as long as it is known, a queued one until it is
 * done. Every instant in it is the database's own, the one clock that all servers share.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** A cron pattern; null for queued work, which is done once. */
    schedule: text(),
    payload: json().$type<Payload>().notNull(),
    /** Of what is due, this comes before all that isn't urgent. */
    isUrgent: boolean().notNull().default(false),
    /** When it is due next. */
    runAt: instant().notNull(),
    /** How often it was begun since it last succeeded. */
    tries: integer().notNull().default(0),
    /** The run that has it now, and until when nobody else may take it. */
    runId: uuid(),
    claimedUntil: instant(),
    /** Of queued work that failed too often: nothing happens to it any more. */
    gaveUpAt: instant(),
  },
  (table) => [
    uniqueIndex('jobs_one_a_schedule').on(table.name).where(sql`${table.schedule} is not null`),
    uniqueIndex('jobs_by_run').on(table.runId),
    index('jobs_due').on(table.isUrgent.desc().nullsFirst(), table.runAt, table.id).where(sql`${table.gaveUpAt} is null`),
  ],
)

/** One row for each time that a job was begun. Kept 30 days. */
export const jobRuns = pgTable(
  'job_runs',
  {
    id: uuid().primaryKey(),
    jobId: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    /** 1 for the first try. */
    try: integer().notNull(),
    startedAt: instant().notNull(),
    /** Null while it runs, and for one that was lost. */
    endedAt: instant(),
    /** Null while it runs. */
    outcome: text().$type<Outcome>(),
    /** The words of what went wrong, without anything personal. */
    error: text(),
  },
  (table) => [index('job_runs_by_age').on(table.startedAt), index('job_runs_open').on(table.jobId).where(sql`${table.outcome} is null`)],
)
