import { useEffect } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'
import { whenNotBusy } from './when-idle.ts'

/** The rest of the page loads after this many milliseconds even if its content doesn't, for example without a network. */
const LATEST_MS = 3000

const isDrawn = createStore(false)

/** Notes that the page's content is on screen, once `isShown` is true and the browser isn't busy. */
export const useNoteDrawn = (isShown: boolean): void => {
  useEffect(() => {
    if (isShown) return whenNotBusy(() => isDrawn.set(true))
    const timer = setTimeout(() => isDrawn.set(true), LATEST_MS)
    return () => clearTimeout(timer)
  }, [isShown])
}

/**
 * Returns whether the page's content is on screen, so that the files of the rest may load: they are small, and wanted soon. Work that can
 * wait longer belongs in whenIdle.
 */
export const useIsDrawn = (): boolean => useStore(isDrawn)
