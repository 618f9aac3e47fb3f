/**
 * Schedules work with limited concurrency.
 *
 * 1. The first lane has priority over the second.
 * 2. Within a lane, keys take turns, so a caller with a hundred tasks delays only that caller.
 * 3. The queue is bounded, both per key and in total.
 */
import { Refused } from '#server/lib/http/refuse.ts'

export type Turn = { lane: 'first' | 'second'; key: string }
/** `whenFull` is the error message when the queue is full. */
type Bounds = { atOnce: number; waitingOfKey: number; waiting: number; whenFull: string }

/** Creates a lane: keys in the order of their turns, each with its queue. */
const makeLane = () => {
  const waiting = new Map<string, (() => void)[]>()
  return {
    of: (key: string): number => waiting.get(key)?.length ?? 0,
    add: (key: string, start: () => void): void => {
      const queue = waiting.get(key)
      if (queue) queue.push(start)
      else waiting.set(key, [start])
    },
    next: (): (() => void) | undefined => {
      const [entry] = waiting
      if (!entry) return undefined
      const [key, [start, ...rest]] = entry
      waiting.delete(key)
      if (rest.length > 0) waiting.set(key, rest)
      return start
    },
  }
}

/** Returns a function that runs work in turn. The function throws `unavailable` if the queue is full. */
export const makeTurns = ({ atOnce, waitingOfKey, waiting, whenFull }: Bounds) => {
  const lanes = { first: makeLane(), second: makeLane() }
  let running = 0
  let queued = 0

  const wait = ({ lane, key }: Turn): Promise<void> => {
    if (queued >= waiting || lanes[lane].of(key) >= waitingOfKey) throw new Refused('unavailable', whenFull, { retryAfter: 5 })
    queued++
    return new Promise((resolve) => lanes[lane].add(key, resolve))
  }

  return async <T>(turn: Turn, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else await wait(turn)
    try {
      return await work()
    } finally {
      const next = lanes.first.next() ?? lanes.second.next()
      if (next) {
        queued--
        next()
      } else running--
    }
  }
}
