/**
 * Splits text into words for search. Indexing, queries and highlighting all use the same rules.
 *
 * 1. A word is a run of letters and digits in any script, lowercased and without accents. 'Año' and 'ano' are the same word.
 * 2. A query word matches words that start with it (match.ts). A single letter or digit matches only itself.
 * 3. Plurals match singulars and vice versa: 'stories' finds 'story'.
 */
export const WORD = /[\p{L}\p{M}\p{N}]{1,40}/gu
const ACCENTS = /[\u0300-\u036f]/g

const NOT_ASCII = /[^\0-\x7f]/

/** Returns a word in lowercase and without accents, or an empty string if it consists only of accents. */
export const folded = (word: string): string => {
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
