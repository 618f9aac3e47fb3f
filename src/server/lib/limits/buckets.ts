/**
 * Leaky buckets, which limit bursts and the rate after a burst. Each event adds to its key's bucket, and the bucket leaks at a constant
 * rate. An event that would overflow the bucket is refused. Lockouts don't have a fixed duration, and refused attempts don't extend them.
 */
export type Limit = {
  /** Number of events allowed at once. */
  burst: number
  /** Number of events allowed per hour after a burst. */
  perHour: number
}

const HOUR_MS = 3_600_000

/** Maximum number of keys in memory. Beyond that, the least recently updated key is evicted. */
const MAX_KEYS = 50_000

export type Buckets = {
  /** Takes `cost` events from a key's allowance at `now`. Returns false if that would exceed the limit. */
  take: (key: string, now: Date, cost?: number) => boolean
  /** Returns one event to a key's allowance. */
  giveBack: (key: string, now: Date) => void
  /** Returns the seconds until the next event is allowed, or 0 if it is allowed now. */
  wait: (key: string, now: Date) => number
}

/** Creates in-memory buckets, for limits that may differ between servers and may be lost on restart. */
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
