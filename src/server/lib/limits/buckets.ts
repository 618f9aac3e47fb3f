/**
 * Leaky buckets: what may happen in a burst, and how often after that. Each event puts a drop into its key's bucket, the
 * bucket leaks evenly, and an event that finds it full is refused. Nothing is closed for a fixed time, and nobody has to
 * stay silent to be let in again.
 */
export type Limit = {
  /** Events at once. */
  burst: number
  /** Events an hour, after that. */
  perHour: number
}

const HOUR_MS = 3_600_000

/** Keys that are remembered at most; beyond, the one that was least lately used is forgotten. */
const MAX_KEYS = 50_000

export type Buckets = {
  /** Takes `cost` events of a key if they are allowed at `now`; whether they were. */
  take: (key: string, now: Date, cost?: number) => boolean
  /** Takes one event back out of a key's bucket. */
  giveBack: (key: string, now: Date) => void
  /** Seconds until one more is allowed; 0 when it is now. */
  wait: (key: string, now: Date) => number
}

/** Buckets in this process' memory, for limits that may differ from server to server and are gone with a restart. */
export const makeBuckets = ({ burst, perHour }: Limit): Buckets => {
  const buckets = new Map<string, { level: number; at: number }>()
  const levelAt = (key: string, now: number): number => {
    const bucket = buckets.get(key)
    return bucket ? Math.max(0, bucket.level - (Math.max(0, now - bucket.at) / HOUR_MS) * perHour) : 0
  }
  const put = (key: string, level: number, at: number): void => {
    buckets.delete(key)
    buckets.set(key, { level, at })
    const [oldest] = buckets.size > MAX_KEYS ? buckets.keys() : []
    if (oldest !== undefined) buckets.delete(oldest)
  }
  return {
    take: (key, now, cost = 1) => {
      const level = levelAt(key, now.getTime()) + cost
      if (level > burst) return false
      put(key, level, now.getTime())
      return true
    },
    giveBack: (key, now) => put(key, Math.max(0, levelAt(key, now.getTime()) - 1), now.getTime()),
    wait: (key, now) => Math.ceil((Math.max(0, levelAt(key, now.getTime()) + 1 - burst) / perHour) * 3600),
  }
}
