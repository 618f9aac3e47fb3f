import { useEffect, useRef } from 'react'

/**
 * Debounce delay between the last keystroke and the save, in milliseconds. A crash loses the text typed since the last pause of this
 * length.
 */
const PAUSE_MS = 400

/**
 * Calls `store`, which stores typed text on this device: after a pause in typing, when the user hides or leaves the page, and when the
 * dialog unmounts. `pauseMs` is the length of the pause. Call `touch` after each edit, and `stop` if there is nothing left to store.
 */
export const useKeptDraft = (store: () => void, pauseMs = PAUSE_MS) => {
  const latest = useRef(store)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = store
  })
  useEffect(() => {
    const storeNow = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      latest.current()
    }
    window.addEventListener('pagehide', storeNow)
    document.addEventListener('visibilitychange', storeNow)
    return () => {
      window.removeEventListener('pagehide', storeNow)
      document.removeEventListener('visibilitychange', storeNow)
      storeNow()
    }
  }, [])
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  return {
    touch: () => {
      stop()
      timer.current = setTimeout(() => {
        timer.current = undefined
        latest.current()
      }, pauseMs)
    },
    stop,
  }
}
