import { HUES, subjectOf, type TitleHue } from '#shared/accounts/rules.ts'

/** Found by trial and error. With this seed, the eight most common school subjects get eight different hues. */
const START = 9266

/** Returns a subject's preferred hue, a deterministic hash of its name (FNV-1a with a final mix). */
const likedHue = (subject: string): number => {
  let hash = START
  for (const letter of subject) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
}

/** Returns the CSS class for a title's hue, `h0` to `h7`. */
export type HueOf = (title: string) => string

/**
 * Assigns hues to the titles in a week.
 *
 * 1. A subject gets the hue that its teacher chose, even if other subjects have it too.
 * 2. Other subjects don't share a hue while unused hues remain. Subjects with more lessons come first, so that daily lessons look the same
 *    every week and rare subjects take the leftover hues.
 * 3. Once all hues are in use, each remaining subject gets one of the hues with the fewest subjects.
 * 4. The order of the titles doesn't matter.
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
  // Subjects whose preferred hue is free get it first. The others get the remaining hues.
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
