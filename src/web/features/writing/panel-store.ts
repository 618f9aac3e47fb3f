import { createStore } from '#web/lib/store.ts'

/** Whether AI writes beside the lesson whose dialog is open. */
export const isPanelOpen = createStore(false)
