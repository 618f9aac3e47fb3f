/** How many answers people wait for, by the command that leads to them: what stands beside its name. */
import { createStore, useStore } from './store.ts'

const waiting = createStore<ReadonlyMap<string, number>>(new Map())

export const setWaiting = (command: string, count: number): void => waiting.set(new Map(waiting.get()).set(command, count))

export const useWaiting = (): ReadonlyMap<string, number> => useStore(waiting)
