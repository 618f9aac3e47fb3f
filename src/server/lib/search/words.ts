/**
 * Splits text into words for search. Indexing, queries and highlighting all use the same rules.
 *
 * 1. A word is a run of letters and digits in any script, lowercased and without accents: 'Año' and 'ano' are the same.
 * 2. A query matches words that start with it. A single letter or digit matches only itself.
 * 3. Plurals match singulars and the other way around: 'stories' finds 'story'.
 */
const WORD = /[\p{L}\p{M}\p{N}]{1,40}/gu
const ACCENTS = /[\u0300-\u036f]/g

const NOT_ASCII = /[^\0-\x7f]/

/** Returns a word in lowercase and without accents. Returns an empty string if it consists only of accents. */
const folded = (word: string): string => {
  const small = word.toLowerCase()
  return NOT_ASCII.test(small) ? small.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : small
}

/** Returns the distinct words of a text, at most `most`. */
export const tokenize = (text: string, most: number): string[] => {
  const words = new Set<string>()
  // One word at a time, because normalizing can take quadratic time.
  for (const [word] of text.matchAll(WORD)) {
    const small = folded(word)
    if (small !== '') words.add(small)
    if (words.size === most) break
  }
  return [...words]
}

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

const matches = (word: string, { any, isBeginning }: Term): boolean =>
  any.some((each) => (isBeginning ? word.startsWith(each) : word === each))

/** Alternating unmarked and marked pieces of a text. The first one is unmarked, and may be empty. */
type Pieces = string[]

/** Returns a text with every word marked that matches a term. */
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

/** Approximate number of characters in an excerpt, and how many of them precede its first mark. */
const EXCERPT = 180
const BEFORE = 50
/** Maximum number of matches considered for the best excerpt. */
const MOST_MATCHES = 200

/** Returns where a text's excerpt should start so that it contains as many terms as possible, or 0 if there are none. */
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

/** Returns a whole text with its matches marked. */
export const markedText = (text: string, terms: readonly Term[]): Pieces => marked(text, terms)

/** Returns the part of a text with the most matches, marked. It is cut between words, with an ellipsis at each cut. */
export const excerptOf = (text: string, terms: readonly Term[]): Pieces => {
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
