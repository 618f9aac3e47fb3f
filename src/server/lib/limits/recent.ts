export type Recent<T> = {
  get: (key: string) => T | undefined
  /** Keeps a value of this size, instead of the key's earlier one. */
  put: (key: string, value: T, size: number) => void
}

/** Keeps the values that were used most recently, up to this total size. */
export const makeRecent = <T>(maxSize: number): Recent<T> => {
  const entries = new Map<string, { value: T; size: number }>()
  let total = 0
  const drop = (key: string): void => {
    total -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    put: (key, value, size) => {
      drop(key)
      entries.set(key, { value, size })
      total += size
      for (const [oldest] of entries) {
        if (total <= maxSize) return
        drop(oldest)
      }
    },
  }
}
