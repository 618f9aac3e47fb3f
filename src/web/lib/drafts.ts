import { keysUnder, slot, text } from './storage.ts'

const prefixOf = (owner: string): string => `draft:${owner}:`
const draftOf = (owner: string, name: string) => slot(`${prefixOf(owner)}${name}`, text, 'device')

/** Returns the unsaved drafts of `owner` on this device, by name. */
export const storedDrafts = (owner: string): Map<string, string> => {
  const names = keysUnder(prefixOf(owner)).map((key) => key.slice(prefixOf(owner).length))
  return new Map(names.map((name) => [name, draftOf(owner, name).get() ?? '']))
}
export const storeDraft = (owner: string, name: string, draft: string): void => draftOf(owner, name).set(draft)
export const forgetDraft = (owner: string, name: string): void => draftOf(owner, name).forget()

export const forgetDraftsOf = (owner: string): void => {
  for (const name of storedDrafts(owner).keys()) forgetDraft(owner, name)
}
