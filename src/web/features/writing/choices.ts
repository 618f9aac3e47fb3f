import type { ResponseStyle } from '#shared/writing/contract.ts'
import { createStore } from '#web/lib/store.ts'

/** How answers are wanted, until the page is loaded again: what is chosen for one lesson is there for the next. */
export const choices = createStore<{ style: ResponseStyle; withLastLesson: boolean; withDay: boolean }>({
  style: 'DETAILED',
  withLastLesson: false,
  withDay: false,
})
