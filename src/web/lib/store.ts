import { useSyncExternalStore } from 'react'

/** A value outside React that several parts of the page can read and set. */
export type Store<T> = {
  get: () => T
  /** Sets the value and notifies all subscribers. */
  set: (next: T) => void
  /** Calls the listener after each change. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

const resets = new Set<() => void>()

/**
 * Creates a store. No other module-level state is allowed on the page, because user data must not outlive the session. {@link clearStores}
 * resets every store to `initial`.
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

/** Resets every store to its initial value. */
export const clearStores = (): void => {
  for (const reset of resets) reset()
}
