import type { ResponseStyle } from '#shared/writing/contract.ts'
import { createStore } from '#web/lib/store.ts'

/** The writing options. They persist from one lesson to the next until the page reloads. */
export const choices = createStore<{ style: ResponseStyle; withLastLesson: boolean; withDay: boolean }>({
  style: 'DETAILED',
  withLastLesson: false,
  withDay: false,
})
