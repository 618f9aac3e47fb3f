import { useSyncExternalStore } from 'react'

/** Returns whether a media query holds, and follows it as it changes; not to the width of a sheet of paper, for which nothing of the app is drawn. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      const follow = () => {
        if (!window.matchMedia('print').matches) changed()
      }
      list.addEventListener('change', follow)
      return () => list.removeEventListener('change', follow)
    },
    () => window.matchMedia(query).matches,
  )

/** Below this the week shows three days, or one, under a strip of the five (the `small:` of theme.css). */
export const SMALL_SCREEN = '(width < 900px)'
/** Below this the week shows one day, and dialogs are sheets (`phone:`). */
export const PHONE = '(width < 700px)'
/** From here on the sidebars stand beside the week (`wide:`); below, they are sheets. */
export const WIDE_SCREEN = '(width >= 1200px)'
/** Below this the lessons need the width of the right sidebar. */
export const TIGHT_SCREEN = '(width < 1500px)'
