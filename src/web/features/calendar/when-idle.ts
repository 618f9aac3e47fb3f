/** Runs a job once the browser has nothing better to do (within 2 s at the latest). Returns how to call it off. */
export const whenIdle = (job: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(job, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(job, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
