/** Runs jobs of one key one after the other, in the order they came; jobs of different keys run side by side. */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, job: () => Promise<T>): Promise<T> => {
    // A job that fails does not stop the next one: whoever started it is told by its own promise.
    const run = (last.get(key) ?? Promise.resolve()).then(job, job)
    last.set(key, run)
    const leave = () => {
      if (last.get(key) === run) last.delete(key)
    }
    run.then(leave, leave)
    return run
  }
}
