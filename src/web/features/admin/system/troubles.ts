import type { Job, System } from '#shared/admin/system/contract.ts'
import { jobWords } from '#shared/admin/system/rules.ts'

/** Alert threshold for the 95th-percentile response time, in milliseconds. */
const SLOW_MS = 1_000

const hasGivenUp = ({ gaveUp, lastRun }: Job): boolean => gaveUp > 0 || lastRun?.outcome === 'gave_up'
const willRetry = ({ lastRun }: Job): boolean => lastRun?.outcome === 'failed' || lastRun?.outcome === 'lost'
const namesOf = (jobs: readonly Job[]): string => jobs.map(({ name }) => jobWords(name)).join(', ')

/** True if a job failed on its last run or for good. */
export const isFailing = (job: Job): boolean => hasGivenUp(job) || willRetry(job)

/** Returns a sentence for each problem that needs attention, most serious first. Empty if there are no problems. */
export const troublesOf = ({ traffic: { lastHour }, jobs, servers }: Pick<System, 'traffic' | 'jobs' | 'servers'>): string[] => {
  const { errors, requests, p95 } = lastHour
  const gaveUp = jobs.filter(hasGivenUp)
  const failing = jobs.filter(willRetry)
  const gone = servers.filter(({ isGone }) => isGone).map(({ host }) => host)
  return [
    gone.length > 0 && `Not responding: ${[...new Set(gone)].join(', ')}`,
    // An error rate up to 0.1% may be due to a database restart.
    errors > 0 && errors * 1000 > requests && `${errors} of ${requests} requests failed in the last hour`,
    gaveUp.length > 0 && `Failed: ${namesOf(gaveUp)}`,
    failing.length > 0 && `Failed on the last run: ${namesOf(failing)}`,
    p95 !== null && p95 > SLOW_MS && `1 in 20 requests takes longer than ${(p95 / 1000).toFixed(1)} s`,
  ].filter((trouble) => trouble !== false)
}
