import { sql } from 'drizzle-orm'
import { mails } from '#server/features/mail/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { jobRuns, jobs } from '#server/lib/jobs/tables.ts'

/** The state of jobs and mail that all servers share. Durations are in seconds. */
export type SharedState = {
  /** Jobs that should run now, and how long the oldest of them has been due. */
  jobsDue: number
  jobsLate: number
  /** Queued jobs that failed too many times. */
  jobsGaveUp: number
  /** Failed runs in the last hour. */
  jobsFailed: number
  /** Mail that isn't sent yet, and mail of the last hour that could not be delivered. */
  mailWaiting: number
  mailFailed: number
}

/** Reads the state of jobs and mail. Jobs are few, and an index by age finds the last hour of runs and mail. */
export const sharedState = async (db: Db): Promise<SharedState> => {
  const { rows } = await db.execute<SharedState>(sql`
    select
      (count(*) filter (where ${jobs.gaveUpAt} is null and ${jobs.runAt} <= now()))::int as "jobsDue",
      coalesce(extract(epoch from now() - min(${jobs.runAt}) filter (where ${jobs.gaveUpAt} is null and ${jobs.runAt} <= now())), 0)::float8
        as "jobsLate",
      (count(*) filter (where ${jobs.gaveUpAt} is not null))::int as "jobsGaveUp",
      (select count(*)::int from ${jobRuns} where ${jobRuns.startedAt} > now() - interval '1 hour'
        and ${jobRuns.outcome} in ('failed', 'gave_up', 'lost')) as "jobsFailed",
      (count(*) filter (where ${jobs.name} in ('send-mail', 'send-password-link') and ${jobs.gaveUpAt} is null))::int as "mailWaiting",
      (select count(*)::int from ${mails} where ${mails.queuedAt} > now() - interval '1 hour'
        and ${mails.outcome} in ('unknown', 'refused')) as "mailFailed"
    from ${jobs}`)
  const [row] = rows
  if (!row) throw new Error('An aggregate returned no row')
  return row
}
