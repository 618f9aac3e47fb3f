/**
 * Typed entries in the browser's storage. Each feature defines its own. The only code that accesses the storage, except
 * `shell/first-paint.js`, which runs before this file loads.
 *
 * 1. If storage is blocked or full, values are kept in memory until the page closes.
 * 2. The entries of a session are listed here, so that they are removed even if the feature that owns them hasn't loaded.
 */

/** The entries that end with the session. */
const OF_SESSION = { device: ['token', 'preferences'], tab: ['checkout', 'paidAt'] } as const

/** How long an entry lives: until it is removed on this device, until the session ends, until the tab closes, or whichever is first. */
type Lifetime = 'device' | 'session' | 'tab' | 'tab-session'
type KeyOf<L extends Lifetime> = L extends 'session'
  ? (typeof OF_SESSION.device)[number]
  : L extends 'tab-session'
    ? (typeof OF_SESSION.tab)[number]
    : string

/** Converts a value to text and back. Null stands for no entry. */
export type Codec<T> = { read: (text: string | null) => T; write: (value: T) => string | null }

export const text: Codec<string | null> = { read: (text) => text || null, write: (value) => value }
/** True if the entry exists and has this text. */
export const flag = (whenOn: string): Codec<boolean> => ({ read: (text) => text === whenOn, write: (isOn) => (isOn ? whenOn : null) })
/** Null if the entry is none of these. */
export const oneOf = <T extends string>(...values: readonly T[]): Codec<T | null> => ({
  read: (text) => values.find((value) => value === text) ?? null,
  write: (value) => value,
})
/** Unvalidated: an older version may have written it. Null if it isn't JSON. */
export const json = <T>(): Codec<T | null> => ({
  read: (text) => {
    try {
      return JSON.parse(text ?? 'null')
    } catch {
      return null
    }
  },
  write: (value) => JSON.stringify(value),
})

type Area = 'localStorage' | 'sessionStorage'
const fallback = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }

const read = (area: Area, key: string): string | null => {
  try {
    return fallback[area].get(key) ?? globalThis[area].getItem(key)
  } catch {
    return fallback[area].get(key) ?? null
  }
}

const write = (area: Area, key: string, value: string): void => {
  try {
    globalThis[area].setItem(key, value)
    fallback[area].delete(key)
  } catch {
    fallback[area].set(key, value)
  }
}

const remove = (area: Area, key: string): void => {
  fallback[area].delete(key)
  try {
    globalThis[area].removeItem(key)
  } catch {
    // If storage is blocked, there was nothing to remove.
  }
}

export type Slot<T> = {
  get: () => T
  set: (value: T) => void
  forget: () => void
  /** Returns the value and removes it. */
  take: () => T
}

/** Returns a typed entry of the storage. */
export const slot = <T, L extends Lifetime>(key: KeyOf<L>, { read: decode, write: encode }: Codec<T>, lifetime: L): Slot<T> => {
  const area = lifetime === 'tab' || lifetime === 'tab-session' ? 'sessionStorage' : 'localStorage'
  const get = () => decode(read(area, key))
  const forget = () => remove(area, key)
  const set = (value: T) => {
    const encoded = encode(value)
    if (encoded === null) forget()
    else write(area, key, encoded)
  }
  const take = () => {
    const value = get()
    forget()
    return value
  }
  return { get, set, forget, take }
}

/** Returns the keys of this device's entries that begin with a prefix. */
export const keysUnder = (prefix: string): string[] => {
  let keys = [...fallback.localStorage.keys()]
  try {
    keys = [...keys, ...Object.keys(localStorage)]
  } catch {
    // If storage is blocked, everything is in memory.
  }
  return keys.filter((key) => key.startsWith(prefix))
}

/** Removes the entries that end with a session. */
export const forgetEntriesOfSession = (): void => {
  for (const key of OF_SESSION.device) remove('localStorage', key)
  for (const key of OF_SESSION.tab) remove('sessionStorage', key)
}

/** Stores an entry for the lifetime of a window that this page has just opened, for our own pages in it. */
export const writeInWindow = (opened: Window, key: string, value: string): void => {
  try {
    opened.sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked, so the window stays unmarked.
  }
}
