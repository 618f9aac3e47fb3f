import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { keysUnder, slot, text } from './storage.ts'
import { createStore, useStore } from './store.ts'

const PREFIX = 'draft:'
const prefixOf = (owner: string): string => `${PREFIX}${owner}:`
const draftOf = (owner: string, name: string) => slot(`${prefixOf(owner)}${name}`, text, 'device')

const namesOf = (owner: string): string[] => keysUnder(prefixOf(owner)).map((key) => key.slice(prefixOf(owner).length))

/** Returns the unsaved drafts of `owner` on this device, by name. */
export const storedDrafts = (owner: string): Map<string, string> =>
  new Map(namesOf(owner).map((name) => [name, draftOf(owner, name).get() ?? '']))

/** A counter, incremented whenever a draft appears or disappears in this tab. */
const changes = createStore(0)
/** Deferred, because drafts that are too old are removed while a component renders. */
const tellChange = (): void => queueMicrotask(() => changes.set(changes.get() + 1))

export const storeDraft = (owner: string, name: string, draft: string): void => {
  const isNew = draftOf(owner, name).get() === null
  draftOf(owner, name).set(draft)
  if (isNew) tellChange()
}
export const forgetDraft = (owner: string, name: string): void => {
  const isKnown = draftOf(owner, name).get() !== null
  draftOf(owner, name).forget()
  if (isKnown) tellChange()
}

/** `_change` tells the React Compiler when to read the names again. */
const namesSince = (owner: string, _change: number): string[] => namesOf(owner)

/** The part that all drafts share. `at` is when the draft was typed, in ms since the epoch. */
type Kept = { at: number }

const readDraft = (stored: string): Kept | null => {
  try {
    const kept: Partial<Kept> | null = JSON.parse(stored)
    return typeof kept?.at === 'number' ? (kept as Kept) : null
  } catch {
    return null
  }
}

/** Returns the parsed drafts of `owner` on this device, by name. Deletes abandoned ones, and those that can't be parsed. */
export const keptDrafts = (owner: string, now: number): Map<string, Kept> => {
  const drafts = new Map<string, Kept>()
  for (const [name, stored] of storedDrafts(owner)) {
    const kept = readDraft(stored)
    if (kept && now - kept.at < RETENTION.draftDays * DAY_MS) drafts.set(name, kept)
    else forgetDraft(owner, name)
  }
  return drafts
}

/** Deletes the abandoned drafts of everyone who used this device. */
export const dropOldDrafts = (now: number): void => {
  for (const owner of new Set(keysUnder(PREFIX).map((key) => key.split(':')[1] ?? ''))) keptDrafts(owner, now)
}

/** Returns the names of the unsaved drafts of `owner` on this device, and follows the drafts of this tab. */
export const useDraftNames = (owner: string): readonly string[] => namesSince(owner, useStore(changes))

export const forgetDraftsOf = (owner: string): void => {
  for (const name of storedDrafts(owner).keys()) forgetDraft(owner, name)
}
