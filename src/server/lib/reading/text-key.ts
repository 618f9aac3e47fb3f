import { createHash } from 'node:crypto'
import { textLines } from '#shared/plain-text.ts'

/** Bullets and numbers, which are a list in one text and the starts of lines in another. */
const MARKERS = /^(?:(?:[•◦▪☐☑*–-]|\d{1,4}[.)])\s+)+/gm

/**
 * Returns a short key that is the same for two lesson texts that differ only in formatting, bullets, numbers and whitespace. Takes about
 * 10 ms for 100,000 characters.
 */
export const textKey = (html: string): string => {
  const text = textLines(html).replace(MARKERS, '').replace(/\s+/g, '')
  return createHash('sha256').update(text).digest('base64')
}
