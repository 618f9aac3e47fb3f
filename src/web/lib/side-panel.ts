import { createStore } from './store.ts'

/**
 * Closes the panel that covers the right sidebar, or null if there is none. While it is open, the sidebar has its full width, and on screens
 * below 1500 px the calendar is folded.
 */
export const sidePanel = createStore<(() => void) | null>(null)
