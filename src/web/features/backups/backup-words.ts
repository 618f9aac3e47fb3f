import type { Backup, Backups } from '#shared/backups/contract.ts'
import { formatTime } from '#shared/dates.ts'

const MEGABYTE = 1_000_000
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Formats a file size: `0.4 MB`, `260 MB`, `1.2 GB`. */
export const sizeWords = (bytes: number): string => {
  const megabytes = bytes / MEGABYTE
  if (megabytes >= 1000) return `${number.format(megabytes / 1000)} GB`
  return `${number.format(megabytes >= 100 ? Math.round(megabytes) : Math.max(megabytes, 0.1))} MB`
}

/** Formats a duration: `0.8 s`, `1 min 5 s`. */
export const durationWords = (milliseconds: number): string => {
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${number.format(Math.max(seconds, 0.1))} s`
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}

/** Up to this many times of day are listed. */
const LISTED = 4
const list = new Intl.ListFormat('en-US')

/** Formats a schedule: `at 3:00 AM`, `at 3:00 AM and 12:00 PM`, `24 times a day`. */
export const timesWords = (times: readonly string[]): string =>
  times.length > LISTED ? `${times.length} times a day` : `at ${list.format(times.map((time) => formatTime(time, '12')))}`

/** Returns the time of the last successful test restore across all backups. */
export const lastProofOf = ({ backups }: Pick<Backups, 'backups'>): string | undefined =>
  backups
    .flatMap(({ proof }) => (proof?.failure === null ? [proof.at] : []))
    .sort()
    .at(-1)

/** Returns the most recently tested backup if its test restore failed. */
export const failedProofOf = ({ backups }: Pick<Backups, 'backups'>): Backup | undefined => {
  const tried = backups.find(({ proof }) => proof !== null)
  return tried?.proof?.failure ? tried : undefined
}
