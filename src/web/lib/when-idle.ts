const LATEST_MS = 2000

/** Calls back once, when the browser has nothing better to do, within about two seconds. Returns how to call it off. */
export const whenIdle = (callback: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, LATEST_MS / 4)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(callback, { timeout: LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}
