import type { System } from '#shared/admin/system/contract.ts'

/** Alert threshold for the 95th-percentile response time, in milliseconds. */
const SLOW_MS = 1_000

/** Returns a sentence for each problem that needs attention, most serious first. Empty if there are no problems. */
export const troublesOf = ({ traffic: { lastHour }, jobs }: Pick<System, 'traffic' | 'jobs'>): string[] => {
  const { errors, requests, p95 } = lastHour
  const gaveUp = jobs.filter((job) => job.gaveUp > 0 || job.lastRun?.outcome === 'gave_up')
  const failing = jobs.filter((job) => job.lastRun?.outcome === 'failed' || job.lastRun?.outcome === 'lost')
  return [
    // An error rate up to 0.1% may be due to a database restart.
    errors > 0 && errors * 1000 > requests && `${errors} of ${requests} requests failed in the last hour`,
    gaveUp.length > 0 && `Failed: ${gaveUp.map(({ name }) => name).join(', ')}`,
    failing.length > 0 && `Failed on the last run: ${failing.map(({ name }) => name).join(', ')}`,
    p95 !== null && p95 > SLOW_MS && `1 in 20 requests takes longer than ${(p95 / 1000).toFixed(1)} s`,
  ].filter((trouble) => trouble !== false)
}
