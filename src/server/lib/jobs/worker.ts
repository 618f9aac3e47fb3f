/**
 * Does the work of the jobs table, on each server of a cluster (docs/decisions/0017).
 *
 * 1. A job is claimed before it is begun, and the claim is renewed while it runs; a worker that dies renews nothing, and
 *    a minute later another restarts the job.
 * 2. What fails is tried again after pauses that grow, from half a minute to eight hours. After twelve tries queued work
 *    is set aside, and scheduled work waits for its next time.
 * 3. Scheduled work that was missed is done once, however often it was missed.
 * 4. One of the jobs at a time is kept for work that people wait for: a mail doesn't wait for a backup.
 * 5. A worker that stops claims nothing more and tells its jobs so; one that ends early for it is released at once.
 */
import { Cron } from 'croner'
import { wordsOf } from './error-words.ts'
import { claimDue, databaseNow, registerSchedules } from './queries.ts'
import { nextBy, perform, type RunParts, STOPPED } from './run.ts'

/** Jobs at a time on one server: one that takes long does not hold up the others. */
const AT_ONCE = 3
/** Milliseconds after which a worker that stops leaves a job that does not end. */
const GRACE_MS = 8_000

export type Worker = {
  /** Does all that is due, beside what is being done already; rejects when the database does not take part. */
  runDue: () => Promise<void>
  /** Claims nothing more; resolves when the last job has ended, or when one that does not end is left to its claim. */
  stop: (graceMs?: number) => Promise<void>
}

export const makeWorker = (parts: RunParts): Worker => {
  const { db, jobs, leaseMs } = parts
  const names = Object.keys(jobs)
  const waitedFor = names.filter((name) => jobs[name]?.isWaitedFor)
  const lanes = new Set<Promise<void>>()
  const runs = new Set<AbortController>()
  /** Jobs under way, or about to be claimed, that nobody waits for. */
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

  /** Does the job that has been due for longest. Returns false where there is none that may be begun. */
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

  /** Does what is due, one job after the other, until nothing is. */
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

/** By the second, so that what is queued is begun within five. */
const LOOKS = '*/5 * * * * *'
/** A minute: long enough for a database that is away for a moment, short enough for a mail that somebody waits for. */
const LEASE_MS = 60_000

/** Starts a worker that looks every five seconds for what is due. Returns how to stop it. */
export const startWorker = (parts: Omit<RunParts, 'leaseMs'>): { stop: () => Promise<void> } => {
  const worker = makeWorker({ ...parts, leaseMs: LEASE_MS })
  let isFailing = false
  const look = async (): Promise<void> => {
    await worker.runDue()
    if (isFailing) parts.log.info('jobs are done again')
    isFailing = false
  }
  const onError = (error: unknown): void => {
    // Once for each time that the database is away, not every five seconds.
    if (!isFailing) parts.log.error({ error: wordsOf(error) }, 'no jobs can be done; it is tried again')
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
