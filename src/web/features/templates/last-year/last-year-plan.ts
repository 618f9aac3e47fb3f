/**
 * Plans what last year's week brings to a week of this year. Pure.
 *
 * 1. A lesson goes into a free lesson of its class on the same weekday: one without text, and with the class's name as its title. Free
 *    lessons at the same time come first.
 * 2. Lessons written this year stay. A lesson whose class has only written lessons that day isn't brought.
 * 3. Other lessons are added at their times. Days off get none.
 * 4. Alerts and taught marks aren't copied.
 */
import { subjectOf } from '#shared/accounts/rules.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { renumbered } from '#shared/calendar/rules.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed, comparedName } from '#shared/classes/rules.ts'
import { formatDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { isBlank } from '#shared/plain-text.ts'
import { copyOf } from '#web/features/calendar/model/block-id.ts'

/** From a day to the same weekday in the same week of last year. */
export const DAYS_BACK = 52 * 7

type NamedClass = Pick<SchoolClass, 'id' | 'name'>
/** A day of either year, as on screen. */
export type YearDay = {
  date: string
  marks: { isBlocked: boolean; blockedText: string | null }
  lessons: readonly { block: TimeBlock }[]
}

/**
 * A lesson of last year with its outcome. `into`: it fills the free lesson `was`. `added`: it becomes a new lesson. `kept`: the teacher wrote
 * `now` this year, so it stays. `there`: `now` already has the same text. `left`: the teacher leaves it out.
 */
export type Brought = { from: TimeBlock } & (
  | { how: 'into'; was: TimeBlock; now: TimeBlock }
  | { how: 'added'; now: TimeBlock }
  | { how: 'kept' | 'there'; now: TimeBlock }
  | { how: 'left' }
)
export type FilledDay = {
  date: string
  /** The same weekday of last year. */
  fromDate: string
  /** Why there is no school this year, or last year. Null if there is. */
  off: string | null
  wasOff: string | null
  brought: Brought[]
  /** This year's lessons that none of last year's belongs to. */
  others: TimeBlock[]
  /** The day's lessons after it is filled. */
  after: TimeBlock[]
}

/** Returns a lesson's class this year: by its ID, or else the one that its title names, with or without details ('Math: fractions'). */
const classOf = ({ classId, title }: TimeBlock, classes: readonly NamedClass[]): NamedClass | undefined =>
  classes.find(({ id }) => id === classId) ?? classNamed(title, classes) ?? classes.find(({ name }) => subjectOf(name) === subjectOf(title))

const keyOf = (block: TimeBlock, classes: readonly NamedClass[]): string =>
  classOf(block, classes)?.id ?? `title ${comparedName(block.title)}`

/** True if the teacher hasn't written anything into a lesson: no text, and no title of its own. */
const isFree = (block: TimeBlock, classes: readonly NamedClass[]): boolean => {
  const itsClass = classOf(block, classes)
  return isBlank(block.description) && (!itsClass || comparedName(itsClass.name) === comparedName(block.title))
}

type Options = {
  classes: readonly NamedClass[]
  /** Whether texts are brought, and not only titles. */
  withPlans: boolean
  /** IDs of last year's lessons that the teacher leaves out. */
  leftOut: ReadonlySet<string>
  now: number
}

/** Finds this year's lesson for each of last year's: a free one at the same time, else the next free one, else one that is written. */
const partnersOf = (theirs: readonly TimeBlock[], own: readonly TimeBlock[], classes: readonly NamedClass[]) => {
  const left = new Set(own)
  const partners = new Map<TimeBlock, TimeBlock>()
  const match = (fits: (from: TimeBlock, block: TimeBlock) => boolean) => {
    for (const from of theirs) {
      if (partners.has(from)) continue
      const found = [...left].find((block) => keyOf(block, classes) === keyOf(from, classes) && fits(from, block))
      if (!found) continue
      partners.set(from, found)
      left.delete(found)
    }
  }
  match((from, block) => isFree(block, classes) && block.startTime === from.startTime)
  match((_, block) => isFree(block, classes))
  match(() => true)
  return { partners, others: [...left] }
}

/** Returns the copy of a lesson for this year, without its alert. */
const addedOf = (from: TimeBlock, { classes, withPlans, now }: Options): TimeBlock => {
  const { classId: _, ...copy } = copyOf(from, now)
  const itsClass = classOf(from, classes)
  return {
    ...copy,
    description: withPlans ? copy.description : '',
    hasAlert: false,
    alertMessage: '',
    ...(itsClass && { classId: itsClass.id }),
  }
}

const broughtOf = (from: TimeBlock, partner: TimeBlock | undefined, options: Options): Brought => {
  const { classes, withPlans, leftOut } = options
  if (partner && !isFree(partner, classes)) return { how: 'kept', from, now: partner }
  // A lesson that says nothing of its own.
  const isPlain = isFree(from, classes)
  if (partner && (isPlain || (!withPlans && comparedName(from.title) === comparedName(partner.title))))
    return { how: 'there', from, now: partner }
  if (leftOut.has(from.id)) return { how: 'left', from }
  if (!partner) return { how: 'added', from, now: addedOf(from, options) }
  const isNamed = comparedName(from.title) === comparedName(partner.title)
  const title = isNamed ? partner.title : from.title
  return { how: 'into', from, was: partner, now: { ...partner, title, description: withPlans ? from.description : partner.description } }
}

/** Returns what last year's days bring to the same weekdays of a week. */
export const filledWeek = (lastYear: readonly YearDay[], thisYear: readonly YearDay[], options: Options): FilledDay[] =>
  thisYear.map(({ date, marks, lessons }, place) => {
    const source = lastYear[place]
    const own = lessons.map(({ block }) => block)
    const wasOff = source?.marks.isBlocked ? (source.marks.blockedText ?? '') : null
    const theirs = marks.isBlocked || wasOff !== null ? [] : (source?.lessons ?? []).map(({ block }) => block)
    const { partners, others } = partnersOf(theirs, own, options.classes)
    const brought = theirs.map((from) => broughtOf(from, partners.get(from), options))
    const changed = new Map(brought.flatMap((one) => (one.how === 'into' ? [[one.was, one.now] as const] : [])))
    const added = brought.flatMap((one) => (one.how === 'added' ? [one.now] : []))
    return {
      date,
      fromDate: source?.date ?? date,
      off: marks.isBlocked ? (marks.blockedText ?? '') : null,
      wasOff,
      brought,
      others,
      after: renumbered([...own.map((block) => changed.get(block) ?? block), ...added]),
    }
  })

const isChange = ({ how }: Brought): boolean => how === 'into' || how === 'added'

/** Returns only the days that change, with their lessons. */
export const daysToSave = (days: readonly FilledDay[]): { date: string; blocks: TimeBlock[] }[] =>
  days.filter(({ brought }) => brought.some(isChange)).map(({ date, after }) => ({ date, blocks: after }))

/** Returns the number of lessons that are filled or added. */
export const lessonsIn = (days: readonly FilledDay[]): number => days.reduce((sum, { brought }) => sum + brought.filter(isChange).length, 0)

/** Returns why the week can't be filled, as a sentence, or null. */
export const problemWith = (days: readonly FilledDay[]): string | null => {
  const full = days.find(({ after, brought }) => brought.some(isChange) && after.length > MAX.blocksOfDay)
  if (full) return `${formatDay(full.date, 'full')} doesn’t have room. A day can hold up to ${MAX.blocksOfDay} lessons.`
  if (days.every(({ off }) => off !== null)) return 'Every day of this week is off.'
  if (lessonsIn(days) > 0) return null
  if (days.every(({ brought }) => brought.length === 0)) return 'There’s nothing to copy from that week.'
  return 'Everything from that week is already here or left out.'
}
