import { useSyncExternalStore } from 'react'

/** Returns whether a media query holds, and follows it as it changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )

/** Below this the week shows one day at a time and dialogs are sheets (the `small:` of main.css). */
export const SMALL_SCREEN = '(width < 900px)'
