import { createStore } from '#web/lib/store.ts'

/** Whether the AI panel is open in the lesson dialog. */
export const isPanelOpen = createStore(false)
