import { useEffect, useState } from 'react'

const LATEST_MS = 2000

/** Calls back once the browser is idle, or after about two seconds. Returns a function that cancels it. */
export const whenIdle = (callback: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, LATEST_MS / 4)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(callback, { timeout: LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}

/** Returns whether the browser has been idle since the component mounted. Defers work that no one needs right away. */
export const useWasIdle = (): boolean => {
  const [was, setWas] = useState(false)
  useEffect(() => whenIdle(() => setWas(true)), [])
  return was
}
