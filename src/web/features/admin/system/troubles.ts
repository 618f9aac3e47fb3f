import type { System } from '#shared/admin/system/contract.ts'

/** Milliseconds within which 95 of a hundred calls should be answered. */
const SLOW_MS = 1_000

/** Returns what of the system wants a look, in words, the gravest first; none where all is well. */
export const troublesOf = ({ traffic: { lastHour }, jobs }: Pick<System, 'traffic' | 'jobs'>): string[] => {
  const { errors, requests, p95 } = lastHour
  const gaveUp = jobs.filter((job) => job.gaveUp > 0 || job.lastRun?.outcome === 'gave_up')
  const failing = jobs.filter((job) => job.lastRun?.outcome === 'failed' || job.lastRun?.outcome === 'lost')
  return [
    // One in a thousand may be a database that was restarted.
    errors > 0 && errors * 1000 > requests && `${errors} of ${requests} requests failed within the hour`,
    gaveUp.length > 0 && `Given up: ${gaveUp.map(({ name }) => name).join(', ')}`,
    failing.length > 0 && `Failed last time: ${failing.map(({ name }) => name).join(', ')}`,
    p95 !== null && p95 > SLOW_MS && `One in twenty requests takes longer than ${(p95 / 1000).toFixed(1)} s`,
  ].filter((trouble) => trouble !== false)
}
