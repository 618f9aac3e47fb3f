import { tokenize } from './words.ts'

/**
 * A condition for one query word. A lesson word must start with one of these strings if `isBeginning` is true, or equal one of them
 * otherwise.
 */
export type Term = { any: string[]; isBeginning: boolean }

/** Returns a word's singular or plural, if a prefix match wouldn't find it. */
const otherNumber = (word: string): string[] => {
  if (word.length < 3) return []
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (word.length === 3 || !/[^s]s$/.test(word)) return []
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`]
  return [/(?:[sxz]|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)]
}

/** Maximum number of words in a query. The rest are ignored. */
const MAX_TERMS = 20

/** Returns a query's terms. A lesson must match all of them. */
export const termsOf = (typed: string): Term[] =>
  tokenize(typed, MAX_TERMS).map((word) => ({ any: [word, ...otherNumber(word)], isBeginning: !/^[a-z\d]$/.test(word) }))

/** True if a normalized word matches a query term. */
export const matches = (word: string, { any, isBeginning }: Term): boolean =>
  any.some((each) => (isBeginning ? word.startsWith(each) : word === each))
