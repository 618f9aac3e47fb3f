const LATEST_MS = 2000

/** Calls back once, when the browser is idle, within about two seconds. Returns a function that cancels it. */
export const whenIdle = (callback: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, LATEST_MS / 4)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(callback, { timeout: LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}
