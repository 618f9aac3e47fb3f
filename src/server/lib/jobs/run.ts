/** A single run of a job, from its claim to its end. */
import { Cron } from 'croner'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/lib/db/client.ts'
import { framesOf } from '#server/lib/http/log/request-log.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { errorMessage } from './error-message.ts'
import { type ClaimedJob, type End, endRun, renewClaim } from './queries.ts'

export type JobCall = {
  db: Db
  keys: KeyRing
  services: Services
  mailQueue: MailQueue
  now: Date
  /** The queued payload. Jobs must parse it, because another version of the server may have queued it. */
  payload: unknown
  /**
   * Registers writes for the transaction that ends the run. A job must use this to queue the next part of its work. Otherwise, if the
   * server died in between, both parts would run.
   */
  atEnd: (write: (db: Db) => Promise<void>) => void
  /** Aborted when the server stops or another worker takes over the job. Long-running jobs should then stop. */
  signal: AbortSignal
}

/** Jobs may run more than once. Error messages are stored, so they must not contain personal data. */
export type Job = {
  /** A cron pattern, optionally followed by a time zone (`scheduleIn`). A job without a schedule runs when it is queued by name. */
  schedule?: string
  /** True if a user is waiting for the job's result, such as an email. The job never queues behind background jobs. */
  isWaitedFor?: boolean
  run: (call: JobCall) => Promise<void>
}

export type RunParts = {
  db: Db
  /** All jobs, keyed by their name in the jobs table. */
  jobs: Readonly<Record<string, Job>>
  keys: KeyRing
  services: Services
  mailQueue: MailQueue
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Lease duration in milliseconds. Workers renew a lease every `leaseMs / 3`. */
  leaseMs: number
}

/** With backoff, these attempts span 17 hours, because a mail server or a school's network may be down overnight. */
const MAX_TRIES = 12
const FIRST_PAUSE_MS = 30_000

/** Returns the backoff after a failed attempt, in milliseconds. */
const pauseAfter = (tries: number): number => FIRST_PAUSE_MS * 2 ** (tries - 1)

/** Abort reasons for a run. */
export const STOPPED = new Error('The server is stopping.')
const TAKEN_OVER = new Error('Another worker is running this job.')

const IN = ' in '

/** Returns a schedule in a time zone's local time. The zone is stored with the pattern, so changing the zone changes the schedule. */
export const scheduleIn = (pattern: string, timeZone: string): string => `${pattern}${IN}${timeZone}`

/** Returns the next time a schedule is due after an instant. */
export const nextBy = (schedule: string, after: Date): Date => {
  const [pattern = '', timezone] = schedule.split(IN)
  const next = new Cron(pattern, timezone === undefined ? {} : { timezone }).nextRun(after)
  if (!next) throw new Error(`The schedule ${schedule} never occurs`)
  return next
}

/** Returns the run's outcome and whether to reschedule the job after it threw an error. */
const endOfFailed = ({ schedule, tries }: ClaimedJob, thrown: unknown, now: Date): End => {
  const error = errorMessage(thrown)
  const next = schedule === null ? undefined : nextBy(schedule, now)
  if (tries >= MAX_TRIES) return { outcome: 'gave_up', error, ...(next && { again: { runAt: next, tries: 0 } }) }
  const retry = new Date(now.getTime() + pauseAfter(tries))
  return { outcome: 'failed', error, again: { runAt: next && next < retry ? next : retry, tries } }
}

/** Runs a job. Returns the writes for the transaction that ends the run. */
const call = async (
  { db, jobs, keys, services, mailQueue }: RunParts,
  claimed: ClaimedJob,
  signal: AbortSignal,
): Promise<(db: Db) => Promise<void>> => {
  signal.throwIfAborted()
  if (claimed.tries > MAX_TRIES) throw new Error('The server stopped during every attempt.')
  const job = jobs[claimed.name]
  if (!job) throw new Error("This server doesn't have a job with this name.")
  const writes: ((db: Db) => Promise<void>)[] = []
  const atEnd = (write: (db: Db) => Promise<void>) => void writes.push(write)
  await job.run({ db, keys, services, mailQueue, now: claimed.claimedAt, payload: claimed.payload, atEnd, signal })
  return async (db) => {
    for (const write of writes) await write(db)
  }
}

/**
 * Renews a run's lease until the run ends, and aborts the run if another worker takes over its job. Returns a function that stops renewing
 * the lease.
 */
const keepClaim = ({ db, leaseMs }: RunParts, runId: string, run: AbortController): (() => void) => {
  const renew = async (): Promise<void> => {
    // While the database is down, no other worker can claim the job either.
    const isOurs = await renewClaim(db, runId, leaseMs).catch(() => true)
    if (!isOurs) run.abort(TAKEN_OVER)
  }
  const renewal = setInterval(() => void renew(), leaseMs / 3)
  return () => clearInterval(renewal)
}

/** Runs a claimed job and records the outcome. Rejects if the outcome can't be stored in the database. */
export const perform = async (parts: RunParts, claimed: ClaimedJob, run: AbortController): Promise<void> => {
  const { runId, name, schedule, tries, claimedAt } = claimed
  const began = performance.now()
  const letGo = keepClaim(parts, runId, run)
  const { failure, atEnd } = await call(parts, claimed, run.signal).then(
    (atEnd) => ({ failure: undefined, atEnd }),
    (thrown: unknown) => ({ failure: { thrown }, atEnd: undefined }),
  )
  letGo()
  const ms = Math.round(performance.now() - began)
  const now = new Date(claimedAt.getTime() + ms)
  const end: End = !failure
    ? { outcome: 'done', ...(schedule !== null && { again: { runAt: nextBy(schedule, now), tries: 0 } }) }
    : run.signal.reason === STOPPED
      ? { outcome: 'released', again: { runAt: now, tries: tries - 1 } }
      : endOfFailed(claimed, failure.thrown, now)
  const isOurs = await endRun(parts.db, runId, end, atEnd)
  logEnd(parts.log, { job: name, try: tries, ms }, isOurs ? end : undefined, failure?.thrown)
}

/** Logs the end of a run. `end` is undefined if another worker has taken over its job. */
const logEnd = (log: RunParts['log'], line: object, end: End | undefined, thrown: unknown): void => {
  const details = { ...line, error: end?.error, next: end?.again?.runAt, stack: framesOf(thrown) }
  if (!end) log.warn(line, 'job was taken over by another worker')
  else if (end.outcome === 'gave_up') log.error(details, 'job given up')
  else if (end.outcome === 'failed') log.warn(details, 'job failed and will be retried')
  else log.info(line, `job ${end.outcome}`)
}
