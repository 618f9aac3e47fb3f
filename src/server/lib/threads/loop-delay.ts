import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between measurements. */
const EVERY_MS = 20
const MINUTE_MS = 60_000

export type LoopDelay = {
  start: () => void
  stop: () => void
  /** Returns the 99th percentile of the last whole minute in milliseconds, or null during the first. Read it more than once a minute. */
  read: () => number | null
}

/** Measures how long events wait until this thread is free. Costs nothing until it is started. */
export const makeLoopDelay = (now: () => number = () => performance.now()): LoopDelay => {
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS })
  let began = 0
  let last: number | null = null
  return {
    start: () => {
      delays.enable()
      began = now()
    },
    stop: () => void delays.disable(),
    read: () => {
      if (delays.count > 0 && now() - began >= MINUTE_MS) {
        // Node records the time between two measurements.
        last = Math.max(0, delays.percentile(99) / 1e6 - EVERY_MS)
        delays.reset()
        began = now()
      }
      return last
    },
  }
}
