import { matches, type Term } from './match.ts'
import { folded, WORD } from './words.ts'

/** Alternating plain and highlighted segments of a string. The first segment is plain and may be empty. */
type Pieces = string[]

/** Returns the text with every word that matches a term highlighted. */
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

/** Returns the entire text with its matches highlighted. */
export const markedText = (text: string, terms: readonly Term[]): Pieces => marked(text, terms)

/** Returns the excerpt with the most matches, highlighted. The text is cut between words, with an ellipsis at each cut. */
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
