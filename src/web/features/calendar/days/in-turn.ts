/**
 * Runs jobs of one key one after the other, in the order they came; jobs of different keys run side by side.
 * A job of several keys waits for all of them, and all of them for it.
 */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(keys: string | readonly string[], job: () => Promise<T>): Promise<T> => {
    const all = typeof keys === 'string' ? [keys] : keys
    // A job that fails does not stop the next one: its own promise tells its caller.
    const run = Promise.allSettled(all.map((key) => last.get(key))).then(job)
    for (const key of all) last.set(key, run)
    const leave = () => {
      for (const key of all) if (last.get(key) === run) last.delete(key)
    }
    run.then(leave, leave)
    return run
  }
}
