import { createStore } from '#web/lib/store.ts'

/** Whether a teacher whose trial or plan has ended has put the gate aside, to read their own schedule. */
export const isReading = createStore(false)
