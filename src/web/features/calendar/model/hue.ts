import { HUES, likedHue, subjectOf, type TitleHue } from '#shared/accounts/rules.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'

/** Sharing the hue of a class misleads more than sharing that of a subject, so it counts as much as this many subjects. */
const CLASS_USES = 3

/** The fields of a lesson that determine its color. */
export type ColoredLesson = Pick<TimeBlock, 'title' | 'classId'>
/** Returns the CSS class for a lesson's hue, `h0` to `h10`. */
export type HueOf = (lesson: ColoredLesson) => string
/** The calendar's classes, and the colors that the teacher chose for titles. */
export type Colors = { classes: readonly Pick<SchoolClass, 'id' | 'color'>[]; chosen: readonly TitleHue[] }

/** A group of lessons that share a hue: those of a class, or those without a class that share a subject. A class has no subject. */
type Owner = { key: string; subject: string | null; hue?: number | undefined }

/** Returns a function that returns the class of a lesson, or its subject if none of the classes has its `classId`. */
const ownerIn = ({ classes, chosen }: Colors): ((lesson: ColoredLesson) => Owner) => {
  const byId = new Map(classes.map(({ id, color }) => [id, color]))
  const wanted = new Map(chosen.map(({ subject, hue }) => [subject, hue]))
  return ({ title, classId }) => {
    const color = byId.get(classId ?? '')
    if (color !== undefined) return { key: `class ${classId}`, subject: null, hue: color }
    const subject = subjectOf(title)
    return { key: `subject ${subject}`, subject, hue: wanted.get(subject) }
  }
}

/** How often each class or subject is taught, and which ones come right before or after it on any day. */
const taughtOn = (days: readonly (readonly ColoredLesson[])[], ownerOf: (lesson: ColoredLesson) => Owner) => {
  const taught = new Map<string, Owner & { lessons: number; neighbors: Set<string> }>()
  for (const lessons of days) {
    let before: string | undefined
    for (const owner of lessons.map(ownerOf)) {
      const known = taught.get(owner.key) ?? { ...owner, lessons: 0, neighbors: new Set() }
      known.lessons++
      taught.set(owner.key, known)
      if (before !== undefined) {
        known.neighbors.add(before)
        taught.get(before)?.neighbors.add(owner.key)
      }
      before = owner.key
    }
  }
  return taught
}

/**
 * Assigns hues to the lessons of days, which are usually those of a week.
 *
 * 1. A lesson of a class has the hue of its class. The hues of classes count as used even on days without them.
 * 2. Without a class, a lesson's hue depends on its subject. A subject gets the hue that its teacher chose, even if others have it too.
 * 3. Other subjects don't share a hue while unused hues remain. Subjects with more lessons come first, so that daily lessons look the same
 *    every week and rare subjects take the leftover hues.
 * 4. Once all hues are in use, each remaining subject gets a hue that none of its neighbors in a day has, and that the fewest others have.
 *    A class counts more than a subject.
 * 5. The order of the days doesn't matter.
 */
export const huesOf = (days: readonly (readonly ColoredLesson[])[], colors: Colors): HueOf => {
  const ownerOf = ownerIn(colors)
  const taught = taughtOn(days, ownerOf)
  const subjects = [...taught.values()]
    .flatMap((owner) => (owner.hue === undefined && owner.subject !== null ? { ...owner, subject: owner.subject } : []))
    .sort((one, other) => other.lessons - one.lessons || (one.subject < other.subject ? -1 : 1))
  const hues = new Map<string, number>()
  const used = Array.from({ length: HUES }, () => 0)
  const use = (hue: number, times: number) => {
    used[hue] = (used[hue] ?? 0) + times
  }
  const give = (key: string, hue: number) => {
    hues.set(key, hue)
    use(hue, 1)
  }
  for (const { color } of colors.classes) use(color, CLASS_USES)
  for (const { key, subject, hue } of taught.values()) {
    if (hue === undefined) continue
    if (subject === null) hues.set(key, hue)
    else give(key, hue)
  }
  // Subjects whose preferred hue is free get it first. The others get the remaining hues.
  for (const { key, subject } of subjects) if (used[likedHue(subject)] === 0) give(key, likedHue(subject))
  for (const { key, subject, neighbors } of subjects) {
    if (hues.has(key)) continue
    const beside = new Set([...neighbors].map((neighbor) => hues.get(neighbor)))
    const cost = (hue: number) => (used[hue] ?? 0) + (beside.has(hue) ? subjects.length + CLASS_USES * colors.classes.length : 0)
    const inTurn = Array.from({ length: HUES }, (_, step) => (likedHue(subject) + step) % HUES)
    give(
      key,
      inTurn.reduce((best, hue) => (cost(hue) < cost(best) ? hue : best)),
    )
  }
  return (lesson) => {
    const { key, subject, hue } = ownerOf(lesson)
    return `h${hue ?? hues.get(key) ?? likedHue(subject ?? '')}`
  }
}
