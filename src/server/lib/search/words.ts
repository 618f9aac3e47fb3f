/**
 * What a word is where lessons are searched: one answer for what is kept of a lesson, for what a teacher types, and for
 * what is marked in what was found.
 *
 * 1. A word is a run of letters and digits of any script, in small letters and without accents: 'Año' and 'ano' are one.
 * 2. What is typed finds the words that begin so. A single letter or digit finds only itself.
 * 3. A plural finds its singular, and the other way round: 'stories' finds 'story'.
 */
const WORD = /[\p{L}\p{M}\p{N}]{1,40}/gu
const ACCENTS = /[\u0300-\u036f]/g

const NOT_ASCII = /[^\0-\x7f]/

/** A word in small letters and without accents; nothing is left of one that is nothing but accents. */
const folded = (word: string): string => {
  const small = word.toLowerCase()
  return NOT_ASCII.test(small) ? small.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : small
}

/** The words of a text, each once, the first so many. */
export const wordsOf = (text: string, most: number): string[] => {
  const words = new Set<string>()
  // Word by word: the time that normalising takes can grow with the square of what is normalised.
  for (const [word] of text.matchAll(WORD)) {
    const small = folded(word)
    if (small !== '') words.add(small)
    if (words.size === most) break
  }
  return [...words]
}

/** What a typed word asks for: a word of a lesson begins with one of these, or is one of these. */
export type Term = { any: string[]; isBeginning: boolean }

/** Returns what a word may be in the singular or the plural, where the beginning of the word does not say it. */
const otherNumber = (word: string): string[] => {
  if (word.length < 3) return []
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (word.length === 3 || !/[^s]s$/.test(word)) return []
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`]
  return [/(?:[sxz]|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)]
}

/** Words of a search that count; more are left out. */
const MAX_TERMS = 20

/** What a search asks for: all of these. */
export const termsOf = (typed: string): Term[] =>
  wordsOf(typed, MAX_TERMS).map((word) => ({ any: [word, ...otherNumber(word)], isBeginning: !/^[a-z\d]$/.test(word) }))

const matches = (word: string, { any, isBeginning }: Term): boolean =>
  any.some((each) => (isBeginning ? word.startsWith(each) : word === each))

/** Pieces of a text, by turns unmarked and marked; the first is unmarked, and may be empty. */
type Pieces = string[]

/** The text with every word marked that one of the terms asks for. */
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

/** Characters of an excerpt, about, and how many of them stand before its first mark. */
const EXCERPT = 180
const BEFORE = 50
/** Matches that are looked at for the best excerpt. */
const MOST_MATCHES = 200

/** Where the excerpt of a text begins: so that it holds as many of the terms as may be; 0 where it holds none. */
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

/** A text that was found, whole, with what was looked for marked. */
export const markedText = (text: string, terms: readonly Term[]): Pieces => marked(text, terms)

/** The part of a text that says most of what was looked for, marked; cut between words, with a sign where it is cut. */
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
