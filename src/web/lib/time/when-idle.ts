import { useEffect, useState } from 'react'

const LATEST_MS = 2000

/** Calls the callback once the browser is idle, or after about two seconds. Returns a function that cancels the call. */
export const whenIdle = (callback: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, LATEST_MS / 4)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(callback, { timeout: LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}

/** Returns whether the browser has been idle since the component mounted. Use it to defer work that isn't urgent. */
export const useWasIdle = (): boolean => {
  const [was, setWas] = useState(false)
  useEffect(() => whenIdle(() => setWas(true)), [])
  return was
}
