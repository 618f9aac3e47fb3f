/**
 * Runs the jobs in the jobs table, on each server in a cluster (docs/decisions/0017).
 *
 * 1. A worker claims a job before starting it and renews the lease while the job runs. If the worker dies, the lease expires within a
 *    minute and another worker restarts the job.
 * 2. Failed jobs are retried with exponential backoff, from 30 seconds to about eight hours. After twelve attempts, queued jobs are set aside,
 *    and scheduled jobs wait for their next scheduled time.
 * 3. A scheduled job runs only once after downtime, no matter how many runs it missed.
 * 4. One of the concurrent job slots is reserved for work that users wait for, so an email doesn't wait for a backup.
 * 5. When a worker stops, it claims no more jobs and aborts the running ones. A job that ends early because of that is released
 *    immediately.
 */
import { Cron } from 'croner'
import { errorMessage } from './error-message.ts'
import { claimDue, databaseNow, registerSchedules } from './queries.ts'
import { nextBy, perform, type RunParts, STOPPED } from './run.ts'

/** Maximum concurrent jobs per server, so that a long job doesn't delay the others. */
const AT_ONCE = 3
/** Milliseconds that a stopping worker waits for its jobs before it abandons them. */
const GRACE_MS = 8_000

export type Worker = {
  /** Runs all due jobs, in addition to those already running. Rejects if the database is unavailable. */
  runDue: () => Promise<void>
  /** Stops claiming jobs. Resolves when the last job has ended or after `graceMs`. The leases of unfinished jobs then expire. */
  stop: (graceMs?: number) => Promise<void>
}

export const makeWorker = (parts: RunParts): Worker => {
  const { db, jobs, leaseMs } = parts
  const names = Object.keys(jobs)
  const waitedFor = names.filter((name) => jobs[name]?.isWaitedFor)
  const lanes = new Set<Promise<void>>()
  const runs = new Set<AbortController>()
  /** Number of background jobs running or about to be claimed, excluding jobs that a user waits for. */
  let unhurried = 0
  let isRegistered = false
  let isStopping = false

  const register = async (): Promise<void> => {
    const now = await databaseNow(db)
    const scheduled = Object.entries(jobs).flatMap(([name, { schedule }]) =>
      schedule === undefined ? [] : [{ name, schedule, runAt: nextBy(schedule, now) }],
    )
    await registerSchedules(db, scheduled)
    isRegistered = true
  }

  /** Runs the job that has been due the longest. Resolves to false if no job can be started. */
  const doNext = async (): Promise<boolean> => {
    const mayTakeAny = unhurried < AT_ONCE - 1
    if (mayTakeAny) unhurried++
    let counts = mayTakeAny
    try {
      const claimed = await claimDue(db, names, leaseMs, mayTakeAny ? undefined : waitedFor)
      if (!claimed) return false
      if (counts && waitedFor.includes(claimed.name)) {
        counts = false
        unhurried--
      }
      const run = new AbortController()
      if (isStopping) run.abort(STOPPED)
      runs.add(run)
      await perform(parts, claimed, run).finally(() => runs.delete(run))
      return true
    } finally {
      if (counts) unhurried--
    }
  }

  /** Runs due jobs one after another until none are left. */
  const lane = async (): Promise<void> => {
    if (!isRegistered) await register()
    let isMore = true
    while (isMore && !isStopping) isMore = await doNext()
  }

  return {
    runDue: async () => {
      if (lanes.size >= AT_ONCE) return
      const own = lane()
      lanes.add(own)
      await own.finally(() => lanes.delete(own))
    },
    stop: async (graceMs = GRACE_MS) => {
      isStopping = true
      for (const run of runs) run.abort(STOPPED)
      await Promise.race([Promise.allSettled(lanes), new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
    },
  }
}

/** Every five seconds, so that a queued job starts within five seconds. */
const LOOKS = '*/5 * * * * *'
/** One minute: long enough to survive a short database outage, short enough for an email that a user is waiting for. */
const LEASE_MS = 60_000

/** Starts a worker that polls for due jobs every five seconds. Returns a handle to stop it. */
export const startWorker = (parts: Omit<RunParts, 'leaseMs'>): { stop: () => Promise<void> } => {
  const worker = makeWorker({ ...parts, leaseMs: LEASE_MS })
  let isFailing = false
  const look = async (): Promise<void> => {
    await worker.runDue()
    if (isFailing) parts.log.info('jobs are running again')
    isFailing = false
  }
  const onError = (error: unknown): void => {
    // Log once per outage, not every five seconds.
    if (!isFailing) parts.log.error({ error: errorMessage(error) }, 'jobs cannot run and will be retried')
    isFailing = true
  }
  const clock = new Cron(LOOKS, { unref: true, catch: onError }, look)
  return {
    stop: async () => {
      clock.stop()
      await worker.stop()
    },
  }
}
