const whole = new Intl.NumberFormat('en-US')

/** A number as the dashboard writes it: `1,306`. */
export const formatNumber = (value: number): string => whole.format(value)

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A number where there is little room: `1.3K`. */
export const formatShort = (value: number): string => short.format(value)

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Bytes as people read them: `2.1 GB`. */
export const formatBytes = (bytes: number): string => {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const value = bytes / 1024 ** unit
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`
}

/** Milliseconds of an answer: `4.2 ms`, `1.9 s`; a dash where there was none. */
export const formatMs = (ms: number | null): string => {
  if (ms === null) return '–'
  return ms < 1000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

const MINUTE_MS = 60_000

/** How long something lasts, in its largest unit but one: `3 days 4 h`. */
export const formatSpan = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE_MS)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days === 1 ? '1 day' : `${days} days`}${hours > 0 ? ` ${hours} h` : ''}`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min` : 'under 1 min'
}

/** How long ago something was: `2 min ago`, `just now`. */
export const formatAgo = (ms: number): string => (ms < MINUTE_MS ? 'just now' : `${formatSpan(ms)} ago`)
