/**
 * Returns a function that runs jobs with the same key one at a time, in order. Jobs with different keys run in parallel.
 * A job with several keys waits for earlier jobs with any of them, and later jobs wait for it.
 */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(keys: string | readonly string[], job: () => Promise<T>): Promise<T> => {
    const all = typeof keys === 'string' ? [keys] : keys
    // A failed job doesn't stop the next one. Its caller gets the rejection.
    const run = Promise.allSettled(all.map((key) => last.get(key))).then(job)
    for (const key of all) last.set(key, run)
    const leave = () => {
      for (const key of all) if (last.get(key) === run) last.delete(key)
    }
    run.then(leave, leave)
    return run
  }
}
