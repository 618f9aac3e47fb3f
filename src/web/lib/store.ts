import { useSyncExternalStore } from 'react'

/** A value outside of React that several parts of the page read and that any part may set. */
export type Store<T> = {
  get: () => T
  /** Sets the value and tells all subscribers. */
  set: (next: T) => void
  /** Calls back after each change. Returns a function that stops it. */
  subscribe: (listener: () => void) => () => void
}

const resets = new Set<() => void>()

/**
 * The only way to keep a value in a module of the page: what a person did or saw must not outlive their session, so
 * {@link clearStores} sets every store back to `initial`.
 */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  const set = (next: T): void => {
    if (Object.is(next, value)) return
    value = next
    for (const listener of listeners) listener()
  }
  resets.add(() => set(initial))
  return {
    get: () => value,
    set,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

/** Sets every store back to its initial value. */
export const clearStores = (): void => {
  for (const reset of resets) reset()
}
