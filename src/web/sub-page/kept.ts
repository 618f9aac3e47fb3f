/**
 * What this phone keeps of a link: the ticked steps, the report, and the hash of the plan that it last showed. Deleted when the link ends,
 * except the report, which is kept as long as it can be sent or corrected.
 */
import { type Draft, reportEnd } from './report.ts'

export type Kept = {
  endsAt: string
  /** Set once the opening was reported to the server. */
  isOpened?: boolean
  /** Hash of the plan that this phone last showed. */
  plan?: string
  ticks?: string[]
  report?: Draft
}

const PREFIX = 'sub-page '

/** Returns the storage key of a link. It's a hash (FNV-1a), because a link's token doesn't belong in the names of stored things. */
export const keyOf = (token: string): string => {
  let hash = 0x811c9dc5
  for (const letter of token) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return PREFIX + (hash >>> 0).toString(36)
}

/** Returns what remains of a link at `now`, or null for nothing. */
export const remaining = (kept: Kept, now: number): Kept | null => {
  if (now < Date.parse(kept.endsAt)) return kept
  const { endsAt, report } = kept
  return report && now < reportEnd(endsAt) ? { endsAt, report } : null
}

const read = (storage: Storage, key: string): Kept | null => {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** The device's storage for one link. Reads and writes fail silently, because a browser can refuse storage to a private window. */
export type Keeper = { read: () => Kept | null; change: (change: (kept: Kept) => Kept | null) => void }

/** Returns the storage of a link. Deletes what other links left behind, too. */
export const keeperFor = (storage: Storage, token: string, endsAt: string | undefined, now: number): Keeper => {
  for (const key of Object.keys(storage).filter((key) => key.startsWith(PREFIX))) {
    const kept = read(storage, key)
    const rest = kept && remaining(kept, now)
    if (!rest) storage.removeItem(key)
    else if (rest !== kept) storage.setItem(key, JSON.stringify(rest))
  }
  const key = keyOf(token)
  const before = read(storage, key)
  // The teacher can move the link's end.
  if (before && endsAt !== undefined && endsAt !== before.endsAt) storage.setItem(key, JSON.stringify({ ...before, endsAt }))
  const change: Keeper['change'] = (changed) => {
    const kept = read(storage, key) ?? (endsAt === undefined ? null : { endsAt })
    const next = kept && changed(kept)
    try {
      if (next) storage.setItem(key, JSON.stringify(next))
      else storage.removeItem(key)
    } catch {
      // The phone's storage is full or closed to this window. The page works without it.
    }
  }
  return { read: () => read(storage, key), change }
}

/** Returns a keeper that forgets everything with the page, for the preview in the planner. */
export const forgetfulKeeper = (endsAt: string): Keeper => {
  const held: { kept: Kept | null } = { kept: { endsAt } }
  return {
    read: () => held.kept,
    change: (change) => {
      held.kept = held.kept && change(held.kept)
    },
  }
}
