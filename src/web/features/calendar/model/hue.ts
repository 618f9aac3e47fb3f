import { HUES, subjectOf, type TitleHue } from '#shared/accounts/rules.ts'

/** Found by trial: with this seed, the eight most common school subjects get eight different hues. */
const START = 9266

/** Returns a subject's preferred hue, which is always the same (FNV-1a with a final mix). */
const likedHue = (subject: string): number => {
  let hash = START
  for (const letter of subject) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
}

/** Returns the CSS class of a title's hue, `h0` to `h7`. */
export type HueOf = (title: string) => string

/**
 * Assigns hues to the titles of a week.
 *
 * 1. A subject has the hue its teacher chose, even if others have it, too.
 * 2. Other subjects don't share a hue while unused ones are left. Subjects with more lessons come first, so that daily
 *    lessons look the same every week and rare ones give way.
 * 3. Once all hues are in use, each remaining subject gets one with the fewest subjects.
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
  // Subjects whose preferred hue is free get it first. The rest take what is left.
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
