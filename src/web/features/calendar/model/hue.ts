import { HUES, subjectOf, type TitleHue } from '#shared/accounts/rules.ts'

/** Found by trying: with this start the eight commonest subjects of a school have eight hues. */
const START = 9266

/** The hue that a subject would like: the same on every day, machine and year (as FNV-1a, then mixed). */
const likedHue = (subject: string): number => {
  let hash = START
  for (const letter of subject) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
}

/** Returns the class of a title's hue, `h0` to `h7`. */
export type HueOf = (title: string) => string

/**
 * Gives the titles of a week their hues.
 *
 * 1. A subject has the hue that its teacher chose, whoever else has it.
 * 2. No other subject shares a hue as long as there are some left: the one with more lessons keeps what it likes, so that
 *    what is taught every day looks the same in every week, and what happens once gives way to it.
 * 3. Once all hues are in use, the rest are spread over those with the fewest subjects.
 * 4. The order of the titles does not count.
 */
export const huesOf = (titles: readonly string[], chosen: readonly TitleHue[] = []): HueOf => {
  const wanted = new Map(chosen.map(({ subject, hue }) => [subject, hue]))
  const lessons = new Map<string, number>()
  for (const title of titles) {
    const subject = subjectOf(title)
    lessons.set(subject, (lessons.get(subject) ?? 0) + 1)
  }
  const subjects = [...lessons].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([subject]) => subject)
  const hues = new Map<string, number>()
  const used = Array.from({ length: HUES }, () => 0)
  const give = (subject: string, hue: number) => {
    hues.set(subject, hue)
    used[hue] = (used[hue] ?? 0) + 1
  }
  for (const subject of subjects) {
    const hue = wanted.get(subject)
    if (hue !== undefined) give(subject, hue)
  }
  const others = subjects.filter((subject) => !hues.has(subject))
  // Who likes a free hue has it before anybody who must take another.
  for (const subject of others) if (used[likedHue(subject)] === 0) give(subject, likedHue(subject))
  for (const subject of others) {
    if (hues.has(subject)) continue
    const fewest = Math.min(...used)
    let hue = likedHue(subject)
    while (used[hue] !== fewest) hue = (hue + 1) % HUES
    give(subject, hue)
  }
  return (title) => {
    const subject = subjectOf(title)
    return `h${hues.get(subject) ?? likedHue(subject)}`
  }
}
