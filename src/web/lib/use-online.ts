import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Returns whether the browser has a network at all. With one, the server may still be out of reach. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
