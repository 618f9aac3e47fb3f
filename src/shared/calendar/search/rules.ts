/**
 * Splits text into words for search. Indexing, queries and highlighting, on the server and in the browser, all use the same rules.
 *
 * 1. A word is a run of letters and digits in any script, lowercased and without accents. 'Año' and 'ano' are the same word.
 * 2. A query word matches words that start with it ({@link termsOf}). A single letter or digit matches only itself.
 * 3. Plurals match singulars and vice versa: 'stories' finds 'story'.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { Find } from '#shared/calendar/search/contract.ts'
import { plainText } from '#shared/plain-text.ts'

const WORD = /[\p{L}\p{M}\p{N}]{1,40}/gu
const ACCENTS = /[\u0300-\u036f]/g

/**
 * Maximum number of distinct words that count per lesson, in order of appearance, which bounds the cost of a save. Real lessons of 200,000
 * characters have fewer.
 */
export const MAX_WORDS = 5_000

const NOT_ASCII = /[^\0-\x7f]/

/** Returns a word in lowercase and without accents, or an empty string if it consists only of accents. */
const folded = (word: string): string => {
  const small = word.toLowerCase()
  return NOT_ASCII.test(small) ? small.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : small
}

/** Returns up to `most` distinct words from the text. */
export const tokenize = (text: string, most: number): string[] => {
  const words = new Set<string>()
  // Normalize one word at a time, because normalizing all of the text at once can take quadratic time.
  for (const [word] of text.matchAll(WORD)) {
    const small = folded(word)
    if (small !== '') words.add(small)
    if (words.size === most) break
  }
  return [...words]
}

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
const matches = (word: string, { any, isBeginning }: Term): boolean =>
  any.some((each) => (isBeginning ? word.startsWith(each) : word === each))

/** True if each term matches one of these words. */
export const haveAll = (words: readonly string[], terms: readonly Term[]): boolean =>
  terms.every((term) => words.some((word) => matches(word, term)))

/** Alternating plain and highlighted segments of a string. The first segment is plain and may be empty. */
type Pieces = string[]

/** Returns the entire text with every word that matches a term highlighted. */
const marked = (text: string, terms: readonly Term[]): Pieces => {
  const pieces: Pieces = []
  let from = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const small = folded(word)
    if (!terms.some((term) => matches(small, term))) continue
    pieces.push(text.slice(from, index), word)
    from = index + word.length
  }
  return [...pieces, text.slice(from)]
}

/** Approximate length of an excerpt in characters, and how much of it precedes the first match. */
const EXCERPT = 180
const BEFORE = 50
/** Maximum number of matches considered when choosing an excerpt. */
const MOST_MATCHES = 200

/** Returns the start index of the excerpt that contains the most terms, or 0 if nothing matches. */
const bestStart = (text: string, terms: readonly Term[]): number => {
  const found: { at: number; term: Term }[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const small = folded(word)
    const term = terms.find((each) => matches(small, each))
    if (term && found.push({ at: index, term }) === MOST_MATCHES) break
  }
  let [best, most] = [0, 0]
  found.forEach(({ at }, place) => {
    const here = new Set(found.slice(place).flatMap((each) => (each.at < at + EXCERPT - BEFORE ? each.term : [])))
    if (here.size > most) [best, most] = [at, here.size]
  })
  return best
}

/** Returns the excerpt with the most matches, highlighted. The text is cut between words, with an ellipsis at each cut. */
const excerptOf = (text: string, terms: readonly Term[]): Pieces => {
  const best = bestStart(text, terms)
  const gap = best <= BEFORE ? 0 : text.indexOf(' ', best - BEFORE) + 1
  const start = gap > 0 && gap <= best ? gap : best <= BEFORE ? 0 : best
  const gapAfter = text.lastIndexOf(' ', start + EXCERPT)
  const end = text.length <= start + EXCERPT ? text.length : gapAfter > best ? gapAfter : start + EXCERPT
  const pieces = marked(text.slice(start, end).replace(/^\p{Surrogate}|\p{Surrogate}$/u, ''), terms)
  if (start > 0) pieces[0] = `…${pieces[0]}`
  if (end < text.length) pieces[pieces.length - 1] += '…'
  return pieces
}

/** The terms for a lesson's text, and those that must be in its title. */
export type Terms = { text: Term[]; title: Term[] }

/** Returns the search result for a matching note or block-out. */
export const foundMark = (kind: Find['kind'], text: string, terms: readonly Term[]): Find => ({
  kind,
  blockId: null,
  title: [],
  startTime: null,
  endTime: null,
  excerpt: excerptOf(text, terms),
})

/** Returns the search result for a matching lesson. */
export const foundLesson = ({ id, title, description, startTime, endTime, classId, usual }: TimeBlock, terms: Terms): Find => ({
  kind: 'lesson',
  blockId: id,
  ...(classId && { classId }),
  ...(usual?.isLeftOut && { isLeftOut: true }),
  title: marked(title, [...terms.text, ...terms.title]),
  startTime,
  endTime,
  excerpt: excerptOf(plainText(description, { between: ' · ' }), terms.text),
})
