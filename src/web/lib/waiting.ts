/** Number of items awaiting the user's response, by command. Menus show it as a badge next to the command. */
import { createStore, useStore } from './store.ts'

const waiting = createStore<ReadonlyMap<string, number>>(new Map())

export const setWaiting = (command: string, count: number): void => waiting.set(new Map(waiting.get()).set(command, count))

export const useWaiting = (): ReadonlyMap<string, number> => useStore(waiting)
