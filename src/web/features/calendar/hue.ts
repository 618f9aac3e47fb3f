/** The subject hues of the design tokens, classes `h0` to `h7`. */
export const HUES = 8

/**
 * A title's hue: the same for the same title on every day, machine and year (FNV-1a, then mixed so that short
 * titles spread), whatever the case and the spaces around it.
 */
export const hueOf = (title: string): string => {
  let hash = 0x811c9dc5
  for (const letter of title.trim().toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return `h${((hash ^ (hash >>> 15)) >>> 0) % HUES}`
}
