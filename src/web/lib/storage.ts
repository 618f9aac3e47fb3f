/**
 * Typed entries in the browser's storage. Each feature defines its own. Only this file accesses the storage directly, except for
 * `shell/first-paint.js`, which runs before this file loads.
 *
 * 1. If storage is blocked or full, values are kept in memory until the page closes.
 * 2. Entries that are removed with the session are listed here, so that they are removed even if the feature that owns them hasn't loaded.
 * 3. On a shared computer, a person's entries live in the tab. first-paint.js clears the tab if it was closed and restored (device/shared-computer.ts).
 */

/** The entries to remove when the session ends. */
const OF_SESSION = { device: ['token', 'preferences'], tab: ['checkout', 'paidAt'] } as const

/**
 * How long an entry lives: until it is removed from this device, until the session ends, until the tab closes, or until the session or the
 * tab ends, whichever is first. `computer` is like `device`, also on a shared computer: for what isn't about the signed-in person.
 */
type Lifetime = 'device' | 'session' | 'tab' | 'tab-session' | 'computer'
type KeyOf<L extends Lifetime> = L extends 'session'
  ? (typeof OF_SESSION.device)[number]
  : L extends 'tab-session'
    ? (typeof OF_SESSION.tab)[number]
    : string

/** Converts a value to text and back. Null means no entry. */
export type Codec<T> = { read: (text: string | null) => T; write: (value: T) => string | null }

export const text: Codec<string | null> = { read: (text) => text || null, write: (value) => value }
/** Codec for a boolean. True if the entry exists and equals `whenOn`. */
export const flag = (whenOn: string): Codec<boolean> => ({ read: (text) => text === whenOn, write: (isOn) => (isOn ? whenOn : null) })
/** Codec for a fixed set of values. Reads as null if the entry isn't one of them. */
export const oneOf = <T extends string>(...values: readonly T[]): Codec<T | null> => ({
  read: (text) => values.find((value) => value === text) ?? null,
  write: (value) => value,
})
/**
 * Codec for JSON. Reads as null if the entry isn't JSON. Values aren't validated, and an older version of the app may have written them.
 */
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
    // If storage is blocked, it has no entry to remove.
  }
}

/** Entry of a tab on a shared computer. Its value is when the tab was last open, in ms since the epoch. */
export const SHARED = 'sharedComputer'
export const endSharing = (): void => remove('sessionStorage', SHARED)
const isShared = (): boolean => read('sessionStorage', SHARED) !== null

export type Slot<T> = {
  get: () => T
  set: (value: T) => void
  forget: () => void
  /** Returns the value and removes the entry. */
  take: () => T
}

/** Returns a typed storage entry. */
export const slot = <T, L extends Lifetime>(key: KeyOf<L>, { read: decode, write: encode }: Codec<T>, lifetime: L): Slot<T> => {
  const isOfTab = lifetime === 'tab' || lifetime === 'tab-session'
  const area = (): Area => (isOfTab || (isShared() && lifetime !== 'computer') ? 'sessionStorage' : 'localStorage')
  const get = () => decode(read(area(), key))
  const forget = () => remove(area(), key)
  const set = (value: T) => {
    const encoded = encode(value)
    if (encoded === null) forget()
    else write(area(), key, encoded)
  }
  const take = () => {
    const value = get()
    forget()
    return value
  }
  return { get, set, forget, take }
}

const keysIn = (area: Area): string[] => {
  const keys = [...fallback[area].keys()]
  try {
    return [...keys, ...Object.keys(globalThis[area])]
  } catch {
    // If storage is blocked, all entries are in memory.
    return keys
  }
}

/** Returns the keys of this device's entries that start with a prefix. */
export const keysUnder = (prefix: string): string[] =>
  keysIn(isShared() ? 'sessionStorage' : 'localStorage').filter((key) => key.startsWith(prefix))

/** Moves the entries of a person, who is signed in, from the tab to the device, or the other way. `isOfPerson` names them. */
export const moveEntries = (to: 'tab' | 'device', isOfPerson: (key: string) => boolean): void => {
  const [source, target]: [Area, Area] = to === 'tab' ? ['localStorage', 'sessionStorage'] : ['sessionStorage', 'localStorage']
  for (const key of keysIn(source).filter(isOfPerson)) {
    const value = read(source, key)
    if (value !== null) write(target, key, value)
    remove(source, key)
  }
}

/** Removes the entries that don't outlive the session. On a shared computer, none does, except that it is one. */
export const forgetEntriesOfSession = (): void => {
  if (isShared() && read('sessionStorage', 'token') !== null)
    for (const key of keysIn('sessionStorage')) if (key !== SHARED) remove('sessionStorage', key)
  if (!isShared()) for (const key of OF_SESSION.device) remove('localStorage', key)
  for (const key of OF_SESSION.tab) remove('sessionStorage', key)
}

/** Stores an entry in a window that this page has just opened. Our own pages can read it there until the window closes. */
export const writeInWindow = (opened: Window, key: string, value: string): void => {
  try {
    opened.sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked, so the entry isn't stored.
  }
}
