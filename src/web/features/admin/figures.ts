import { formatDay } from '#shared/dates.ts'

const whole = new Intl.NumberFormat('en-US')

/** Formats a number for the dashboard: `1,306`. */
export const formatNumber = (value: number): string => whole.format(value)

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats a number for tight spaces: `1.3K`. */
export const formatShort = (value: number): string => short.format(value)

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Formats bytes in a readable unit: `2.1 GB`. */
export const formatBytes = (bytes: number): string => {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const value = bytes / 1024 ** unit
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`
}

/** Formats a response time: `4.2 ms`, `1.9 s`, or a dash for null. */
export const formatMs = (ms: number | null): string => {
  if (ms === null) return '–'
  return ms < 1000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

const MINUTE_MS = 60_000

/** Formats a duration in its two largest units: `3 days 4 h`. */
export const formatSpan = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE_MS)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days === 1 ? '1 day' : `${days} days`}${hours > 0 ? ` ${hours} h` : ''}`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min` : 'under 1 min'
}

/** Formats how long ago something happened: `2 min ago`, `just now`. */
export const formatAgo = (ms: number): string => (ms < MINUTE_MS ? 'just now' : `${formatSpan(ms)} ago`)

/** Returns the name of a day's month: `November`. */
export const monthWords = (day: string): string => formatDay(day, 'month').replace(/ \d+$/, '')
