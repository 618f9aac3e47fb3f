import { HUES, subjectOf, type TitleHue } from '#shared/accounts/rules.ts'

/** Found by trial and error. With this seed, eleven common subjects of an elementary school get eleven different hues. */
const START = 250117523

/** Returns a subject's preferred hue, a deterministic hash of its name (FNV-1a with a final mix). */
const likedHue = (subject: string): number => {
  let hash = START
  for (const letter of subject) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
}

/** Returns the CSS class for a title's hue, `h0` to `h10`. */
export type HueOf = (title: string) => string

/** How often each subject is taught, and which subjects come right before or after it on any day. */
const subjectsOf = (days: readonly (readonly string[])[]) => {
  const subjects = new Map<string, { lessons: number; neighbors: Set<string> }>()
  for (const titles of days) {
    let before: string | undefined
    for (const subject of titles.map(subjectOf)) {
      const known = subjects.get(subject) ?? { lessons: 0, neighbors: new Set() }
      known.lessons++
      subjects.set(subject, known)
      if (before !== undefined) {
        known.neighbors.add(before)
        subjects.get(before)?.neighbors.add(subject)
      }
      before = subject
    }
  }
  return subjects
}

/**
 * Assigns hues to the titles of days, which are usually those of a week.
 *
 * 1. A subject gets the hue that its teacher chose, even if other subjects have it too.
 * 2. Other subjects don't share a hue while unused hues remain. Subjects with more lessons come first, so that daily lessons look the same
 *    every week and rare subjects take the leftover hues.
 * 3. Once all hues are in use, each remaining subject gets a hue that none of its neighbors in a day has, and the fewest subjects.
 * 4. The order of the days doesn't matter.
 */
export const huesOf = (days: readonly (readonly string[])[], chosen: readonly TitleHue[] = []): HueOf => {
  const wanted = new Map(chosen.map(({ subject, hue }) => [subject, hue]))
  const taught = subjectsOf(days)
  const subjects = [...taught].sort(([a, one], [b, other]) => other.lessons - one.lessons || (a < b ? -1 : 1)).map(([subject]) => subject)
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
    const beside = new Set([...(taught.get(subject)?.neighbors ?? [])].map((neighbor) => hues.get(neighbor)))
    const cost = (hue: number) => (used[hue] ?? 0) + (beside.has(hue) ? subjects.length : 0)
    const inTurn = Array.from({ length: HUES }, (_, step) => (likedHue(subject) + step) % HUES)
    give(
      subject,
      inTurn.reduce((best, hue) => (cost(hue) < cost(best) ? hue : best)),
    )
  }
  return (title) => {
    const subject = subjectOf(title)
    return `h${hues.get(subject) ?? likedHue(subject)}`
  }
}
