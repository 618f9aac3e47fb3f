import { type Job, scheduleIn } from './run.ts'

const EVERY_TEN_SECONDS = '*/10 * * * * *'

/** Returns the jobs with their schedules in a time zone. */
export const withTimeZone = (timeZone: string, jobs: Record<string, Job>): Record<string, Job> =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      { ...job, ...(job.schedule !== undefined && { schedule: scheduleIn(job.schedule, timeZone) }) },
    ]),
  )

/**
 * Returns the jobs with a clock that is ahead, for development. The jobs table uses the database's clock, which can't be offset, so
 * scheduled jobs run every ten seconds instead. That way, developers don't have to wait until nighttime.
 */
export const withClockOffset = (jobs: Record<string, Job>, milliseconds: number): Record<string, Job> =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, { schedule, run, ...job }]) => [
      name,
      {
        ...job,
        ...(schedule !== undefined && { schedule: EVERY_TEN_SECONDS }),
        run: (call) => run({ ...call, now: new Date(call.now.getTime() + milliseconds) }),
      },
    ]),
  )
