import { useMemo, useSyncExternalStore } from 'react'

/**
 * Returns whether a media query matches, and re-renders when that changes. Ignores the paper width while printing, because the app isn't
 * re-rendered for print.
 */
export const useMedia = (query: string): boolean => {
  // Creating a list takes longer than rendering what depends on it.
  const { matches, follow } = useMemo(() => {
    const list = window.matchMedia(query)
    return {
      matches: () => list.matches,
      follow: (changed: () => void) => {
        const look = () => {
          if (!window.matchMedia('print').matches) changed()
        }
        list.addEventListener('change', look)
        return () => list.removeEventListener('change', look)
      },
    }
  }, [query])
  return useSyncExternalStore(follow, matches)
}

/** Below this width, the week shows three days or one, under a strip of all five (`small:` in theme.css). */
export const SMALL_SCREEN = '(width < 900px)'
/** Below this width, the week shows one day, and dialogs become sheets (`phone:`). */
export const PHONE = '(width < 700px)'
/** Where fingers are likely (`touch:`). */
export const TOUCH = '(width < 900px) or (pointer: coarse)'
/** Below this height, bars and strips scroll with the page (`short:`). */
export const SHORT_SCREEN = '(height < 500px)'
/** Screens of laptops, on which a lesson's card in the week has room for little text. */
export const LOW_SCREEN = '(width < 1500px) and (width >= 900px) and (height < 850px)'
/** From this width, the sidebars are next to the week (`wide:`). On narrower screens, they are sheets. */
export const WIDE_SCREEN = '(width >= 1200px)'
/** Below this width, the right sidebar leaves too little room for the lessons. */
export const TIGHT_SCREEN = '(width < 1500px)'
