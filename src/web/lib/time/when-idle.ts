import { useEffect, useState } from 'react'

const LATEST_MS = 2000

/** Resolves when idle work may start, if it has to wait. */
let urgent: Promise<void> | undefined

/** Makes {@link whenIdle} wait until the returned function is called, so that idle work doesn't share a slow connection with other files. */
export const holdIdleWork = (): (() => void) => {
  let release: () => void = () => undefined
  const loading = new Promise<void>((resolve) => {
    release = resolve
  })
  urgent = loading
  void loading.then(() => {
    if (urgent === loading) urgent = undefined
  })
  return release
}

/** Calls the callback once the browser isn't busy, or after about two seconds. Returns a function that cancels the call. */
export const whenNotBusy = (callback: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, LATEST_MS / 4)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(callback, { timeout: LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}

/**
 * Calls the callback once everything urgent has loaded ({@link holdIdleWork}) and the browser is idle, or about two seconds later. Returns a
 * function that cancels the call.
 */
export const whenIdle = (callback: () => void): (() => void) => {
  if (!urgent) return whenNotBusy(callback)
  let isCancelled = false
  let cancel = () => {
    isCancelled = true
  }
  void urgent.then(() => {
    if (!isCancelled) cancel = whenNotBusy(callback)
  })
  return () => cancel()
}

/** Returns whether the browser has been idle since the component mounted. Use it to defer work that isn't urgent. */
export const useWasIdle = (): boolean => {
  const [was, setWas] = useState(false)
  useEffect(() => whenIdle(() => setWas(true)), [])
  return was
}
