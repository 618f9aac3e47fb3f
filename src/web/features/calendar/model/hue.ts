/** The subject hues of the design tokens, classes `h0` to `h7`. */
export const HUES = 8

/** Found by trying: with this start the eight commonest subjects of a school have eight hues. */
const START = 9266

/**
 * A title's hue: the same for the same title on every day, machine and year (as FNV-1a, then mixed), whatever the case and the spaces around it.
 */
export const hueOf = (title: string): string => {
  let hash = START
  for (const letter of title.trim().toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return `h${((hash ^ (hash >>> 15)) >>> 0) % HUES}`
}
