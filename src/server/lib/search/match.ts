import { tokenize } from './words.ts'

/** The condition of one query word: a lesson's word starts with one of these, or equals one of them. */
export type Term = { any: string[]; isBeginning: boolean }

/** Returns the singular or plural of a word, if a prefix match wouldn't find it. */
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

/** True if a folded word satisfies a query word. */
export const matches = (word: string, { any, isBeginning }: Term): boolean =>
  any.some((each) => (isBeginning ? word.startsWith(each) : word === each))
