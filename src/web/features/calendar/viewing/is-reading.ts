import { createStore } from '#web/lib/store.ts'

/** True if a teacher whose trial or plan has ended dismissed the gate to view their own schedule. */
export const isReading = createStore(false)
