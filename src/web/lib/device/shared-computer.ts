/**
 * Whether this device keeps anything of the signed-in person.
 *
 * 1. On a shared computer, it doesn't. Everything that is stored lives in the tab, also the token. Closing the tab signs out.
 * 2. Browsers can restore a closed tab with its storage. So the tab stores when it was last open, and first-paint.js clears a tab that was
 *    closed for two minutes before anything reads it.
 */
import { SHARED, slot, text } from '#web/lib/storage.ts'

/** How often an open tab stores that it is open, in ms. A page that reloads or is left stores it too. */
const SEEN_MS = 20_000

const lastOpen = slot(SHARED, text, 'tab')

/** True if this device keeps nothing of the signed-in person: no database, and no entry that outlives the tab. */
export const isSharedComputer = (): boolean => lastOpen.get() !== null

/** Sets whether others use this computer too, for the person who signs in next. */
export const setSharedComputer = (isShared: boolean): void => lastOpen.set(isShared ? String(Date.now()) : null)

/** Keeps storing that the tab is open. */
export const watchSharedComputer = (): void => {
  const seen = () => {
    if (isSharedComputer()) setSharedComputer(true)
  }
  setInterval(seen, SEEN_MS)
  window.addEventListener('pagehide', seen)
}
