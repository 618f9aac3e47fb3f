/**
 * Plans what a timetable does to the days of a year, on lessons without their text. The server carries out the same plan that the web
 * previews.
 */
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classByName, classesLike, comparedName } from '#shared/classes/rules.ts'
import { addDays, daysBetween } from '#shared/dates.ts'
import { shortenedLike } from '#shared/moves/short-days/rules.ts'
import { restored } from '#shared/moves/usual-times/rules.ts'
import { type ChangedDay, type ChangeResult, changedDays } from '#shared/timetables/changing/rules.ts'
import type { Existing, NewTimetable, Timetable, TimetableVersion } from '#shared/timetables/contract.ts'
import { joined, type LaidDay, laidDay, type Slot, slotsOn, versionOn, type Ways } from '#shared/timetables/laying/rules.ts'
import { numberOn, numbersFrom, schoolDays } from '#shared/timetables/numbering/rules.ts'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'

/**
 * A lesson without its text. `home` is the date on which it is now, or '' for a new lesson. `isCopy` is true for the copy of the lesson with
 * this id.
 */
export type PlannedLesson = OutlinedLesson & { home: string; isCopy?: boolean }
type Names = Pick<SchoolClass, 'id' | 'name'>
type Grid = Omit<TimetableVersion, 'from'>

/**
 * Returns how these plans see and create lessons. A title that isn't the name of the class and that no other of the lessons has, such as
 * 'Math: final test', counts as text.
 */
export const waysOf = (classes: readonly Names[], days: readonly OutlinedDay[]): Ways<PlannedLesson> => {
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  const uses = new Map<string, number>()
  for (const { blocks } of days) for (const { title } of blocks) uses.set(title, (uses.get(title) ?? 0) + 1)
  const hasOwnTitle = ({ title, classId }: PlannedLesson): boolean => {
    const name = names.get(classId ?? '')
    return name !== undefined && uses.get(title) === 1 && comparedName(title) !== comparedName(name)
  }
  return {
    hasText: (block) => block.hasText || hasOwnTitle(block),
    fresh: (slot) => ({ ...slot, id: '', title: names.get(slot.classId) ?? '', order: 0, hasText: false, home: '' }),
  }
}

/** Returns functions that read the days of an outline. A class that doesn't exist counts as none. */
export const readerOf = (days: readonly OutlinedDay[], classes: readonly Pick<Names, 'id'>[]) => {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const ids = new Set(classes.map(({ id }) => id))
  const classIn = (classId: string | null | undefined) => (classId && ids.has(classId) ? classId : null)
  const lessonsOn = (date: string): PlannedLesson[] =>
    (byDate.get(date)?.blocks ?? []).map((block) => ({ ...block, classId: classIn(block.classId), home: date }))
  return {
    isOff: (date: string): boolean => byDate.get(date)?.isBlocked === true,
    reasonOn: (date: string): string | null => byDate.get(date)?.blockedText ?? null,
    /** Returns a day's lessons as they are. On a short day, they have its times. */
    lessonsOn,
    /** Returns a day's lessons at their usual times, which are those that timetables know. */
    usualLessonsOn: (date: string): PlannedLesson[] => restored(lessonsOn(date)),
    /** Returns days with usual lessons as they will be: a short day stays short. */
    withShortDays: <D extends { date: string; blocks: PlannedLesson[] }>(planned: readonly D[]): D[] =>
      planned.map((day) => {
        const before = byDate.get(day.date)
        return { ...day, blocks: shortenedLike(day.blocks, before?.blocks ?? [], before?.short) }
      }),
  }
}

export type DayOutcome = 'filled' | 'replaced' | 'kept' | 'off' | 'empty'
type PlannedDay = {
  date: string
  number: number | undefined
  outcome: DayOutcome
  blocks: PlannedLesson[]
  added: number
  joined: number
  reason: string | null
  isChanged: boolean
}
export type Displaced = { date: string; block: PlannedLesson; reason: string }
export type TimetablePlan = {
  days: PlannedDay[]
  added: number
  joined: number
  unplaced: Displaced[]
  /** Titles that resemble a class, most lessons first. */
  resembling: { title: string; lessons: number; classIds: string[] }[]
  numbers: Record<string, number>
}

export type TimetableDraft = Pick<Timetable, 'firstDay' | 'lastDay' | 'rhythm' | 'setByHand'> &
  Grid & {
    from: string
    existing: Existing
    joins: Readonly<Record<string, string | null>>
    /** Lessons without a class, such as lunch, by the number of the day. */
    breaks?: NewTimetable['breaks']
    /** The school's numbers, if the timetable follows the school. Otherwise, the days are counted. */
    numbers?: Record<string, number> | undefined
  }

/** Returns a function that returns the class of a lesson's title: the one with that name, or the teacher's answer. */
const classOfTitle = (classes: readonly Names[], joins: TimetableDraft['joins']) => {
  const known = new Map<string, string | undefined>()
  const named = classByName(classes)
  return (title: string): string | undefined => {
    if (!known.has(title)) known.set(title, named(title)?.id ?? (Object.hasOwn(joins, title) ? joins[title] : null) ?? undefined)
    return known.get(title)
  }
}

/** The most titles that are compared with the classes. Those with the most lessons come first. */
const COMPARED_TITLES = 1000

const resemblingTitles = (
  lessons: readonly PlannedLesson[],
  classes: readonly Names[],
  isKnown: (title: string) => boolean,
): TimetablePlan['resembling'] => {
  const counts = new Map<string, number>()
  for (const { title, classId } of lessons) if (!classId && !isKnown(title)) counts.set(title, (counts.get(title) ?? 0) + 1)
  const like = classesLike(classes)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, COMPARED_TITLES)
    .map(([title, lessons]) => ({ title, lessons, classIds: like(title).map(({ id }) => id) }))
    .filter(({ classIds }) => classIds.length > 0)
}

/** Returns the numbers of a new timetable. Counting starts on the first day that gets lessons, or on an earlier day set by hand. */
const firstNumbers = (draft: TimetableDraft, isOff: (date: string) => boolean) => {
  if (draft.numbers) return draft.numbers
  const start = Object.keys(draft.setByHand).reduce((first, date) => (date < first ? date : first), draft.from)
  return numbersFrom({ ...draft, numbers: {} }, start < draft.firstDay ? draft.firstDay : start, isOff)
}

const outcomeOf = (
  { added }: Pick<LaidDay<unknown>, 'added'>,
  { isOff, isReplaced, lessons }: { isOff: boolean; isReplaced: boolean; lessons: number },
): DayOutcome => {
  if (isOff) return 'off'
  if (isReplaced) return 'replaced'
  if (lessons > 0) return 'kept'
  return added > 0 ? 'filled' : 'empty'
}

/** Returns a day's lessons without a class. */
const breaksOn = ({ breaks = [] }: TimetableDraft, number: number | undefined): PlannedLesson[] =>
  breaks.flatMap(({ day, ...lesson }) => (day === number ? [{ ...lesson, id: '', order: 0, hasText: false, home: '' }] : []))

const NO_PLACE = 'Your new timetable has no place for it'

/** Returns what laying down a new timetable does to the days from its first to its last. */
export const plannedTimetable = (draft: TimetableDraft, days: readonly OutlinedDay[], classes: readonly Names[]): TimetablePlan => {
  const { isOff, reasonOn, lessonsOn, usualLessonsOn, withShortDays } = readerOf(days, classes)
  const numbers = firstNumbers(draft, isOff)
  const classOf = classOfTitle(classes, draft.joins)
  const ways = waysOf(classes, days)
  const range = schoolDays(draft.firstDay, draft.lastDay)
  const weekends = days.flatMap(({ date }) => (date >= draft.firstDay && date <= draft.lastDay && !range.includes(date) ? [date] : []))
  const unplaced: Displaced[] = []
  const planned = [...range, ...weekends].sort().map((date): PlannedDay => {
    const before = usualLessonsOn(date)
    const number = numberOn({ ...draft, numbers }, date)
    const isFilled = date >= draft.from && !isOff(date)
    const slots = isFilled ? slotsOn(draft, date, number) : []
    const classed = joined(before, classOf)
    const laid =
      slots.length > 0 ? laidDay(classed, slots, { existing: draft.existing, ways }) : { blocks: classed, unplaced: [], added: 0 }
    const breaks = isFilled && (before.length === 0 || draft.existing === 'replace') ? breaksOn(draft, number) : []
    const added = laid.added + breaks.length
    const isReplaced = slots.length > 0 && before.length > 0 && draft.existing === 'replace'
    unplaced.push(...laid.unplaced.map((block) => ({ date, block, reason: NO_PLACE })))
    const joinedHere = isReplaced ? 0 : classed.filter((block, index) => block !== before[index]).length
    return {
      date,
      number: isOff(date) ? undefined : number,
      outcome: outcomeOf({ added }, { isOff: isOff(date), isReplaced, lessons: before.length }),
      blocks: [...laid.blocks, ...breaks],
      added,
      joined: joinedHere,
      reason: reasonOn(date),
      isChanged: isReplaced || added > 0 || joinedHere > 0,
    }
  })
  const isKnown = (title: string) => classOf(title) !== undefined || Object.hasOwn(draft.joins, title)
  return {
    days: withShortDays(planned),
    added: planned.reduce((sum, { added }) => sum + added, 0),
    joined: planned.reduce((sum, { joined }) => sum + joined, 0),
    unplaced,
    resembling: resemblingTitles(
      planned.flatMap(({ date }) => lessonsOn(date)),
      classes,
      isKnown,
    ),
    numbers,
  }
}

/** Returns a function that returns the slots of a date in a timetable: none on a date without lessons, and none of a class that was deleted. */
export const slotsIn = (
  timetable: Pick<Timetable, 'firstDay' | 'lastDay' | 'rhythm' | 'numbers' | 'versions'>,
  classes: readonly Pick<Names, 'id'>[],
): ((date: string) => Slot[]) => {
  const ids = new Set(classes.map(({ id }) => id))
  return (date) => {
    const version = versionOn(timetable.versions, date)
    return version ? slotsOn(version, date, numberOn(timetable, date)).filter(({ classId }) => ids.has(classId)) : []
  }
}

type VersionChange = Grid & { date: string; lastDay: string; classes: readonly Names[]; before: readonly Names[] }

/** Returns a grid's rows, classes and fixed weekdays as text, whatever the order of its cells. */
const gridInText = ({ rows, cells, fixed }: Grid): string => {
  const placed = cells.map(({ day, row, classId }) => [day, row, classId].join(' ')).sort()
  const pinned = fixed.map(({ weekday, startTime, endTime, classId }) => [weekday, startTime, endTime, classId].join(' ')).sort()
  return JSON.stringify([rows.map(({ startTime, endTime }) => [startTime, endTime]), placed, pinned])
}

/** Returns the versions with another grid from a date on. If that date has this grid already, the versions stay, also later ones. */
const changedVersions = (versions: readonly TimetableVersion[], { date, rows, cells, fixed }: Grid & { date: string }) => {
  const now = versionOn(versions, date)
  if (now && gridInText(now) === gridInText({ rows, cells, fixed })) return [...versions]
  return [...versions.filter(({ from }) => from < date), { from: date, rows, cells, fixed }]
}

/** Returns a timetable with another grid from a date on, until its last day, which may be another one. */
const changedTimetable = (
  timetable: Omit<Timetable, 'id' | 'operationId'>,
  { lastDay, ...change }: Pick<VersionChange, 'date' | 'lastDay' | keyof Grid>,
  isOff: (date: string) => boolean,
): Omit<Timetable, 'id' | 'operationId'> => {
  const versions = changedVersions(timetable.versions, change).filter(({ from }) => from <= lastDay)
  const kept = Object.fromEntries(Object.entries(timetable.numbers).filter(([day]) => day <= lastDay))
  const numbers = lastDay > timetable.lastDay ? numbersFrom({ ...timetable, lastDay }, addDays(timetable.lastDay, 1), isOff) : kept
  return { ...timetable, lastDay, versions, numbers }
}

export type ChangePlan = Omit<ChangeResult<PlannedLesson>, 'unplaced'> & {
  unplaced: (Displaced & { slot: Slot })[]
  /** Number of school days from the change on. */
  schoolDays: number
  timetable: Omit<Timetable, 'id' | 'operationId'>
}

/** Returns what a change of a timetable from a date on does to the days. `reasonOf` explains why a lesson has no place anymore. */
export const plannedChange = (
  timetable: Omit<Timetable, 'id' | 'operationId'>,
  change: VersionChange & { reasonOf: (slot: Slot, date: string) => string },
  days: readonly OutlinedDay[],
): ChangePlan => {
  const { isOff, usualLessonsOn, withShortDays } = readerOf(days, change.classes)
  const after = changedTimetable(timetable, change, isOff)
  const last = after.lastDay > timetable.lastDay ? after.lastDay : timetable.lastDay
  const dates = daysBetween(change.date, last) < 0 ? [] : schoolDays(change.date, last)
  const were = new Map(change.before.map(({ id, name }) => [id, name]))
  const renamed = new Map(
    change.classes.flatMap(({ id, name }) => {
      const from = were.get(id)
      return from === undefined || from === name ? [] : [[id, { from, to: name }] as const]
    }),
  )
  const [slotsBefore, slotsAfter] = [slotsIn(timetable, change.classes), slotsIn(after, change.classes)]
  const changing = dates.map(
    (date): ChangedDay<PlannedLesson> => ({
      date,
      isOff: isOff(date),
      blocks: usualLessonsOn(date),
      old: slotsBefore(date),
      new: slotsAfter(date),
    }),
  )
  const { unplaced, ...result } = changedDays(changing, { renamed, ways: waysOf(change.classes, days) })
  return {
    ...result,
    days: withShortDays(result.days),
    unplaced: unplaced.map((one) => ({ ...one, reason: change.reasonOf(one.slot, one.date) })),
    schoolDays: changing.filter((day) => !day.isOff).length,
    timetable: after,
  }
}
