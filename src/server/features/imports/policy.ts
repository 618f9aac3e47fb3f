/**
 * Decides what becomes of the lessons, days off and notes of a file, one day at a time. Pure, so that the preview and the import agree.
 *
 * 1. A lesson that is identical in date, times, title and text is never doubled, neither on the day nor within the file.
 * 2. A free lesson of a class (docs/decisions/0049) is filled, so that a timetable's lessons aren't doubled.
 * 3. A lesson is there already if one with its title overlaps it, or if one has its times. The teacher chooses what then happens.
 * 4. Days off and notes that are there stay. A new note is appended.
 */
import { randomUUID } from 'node:crypto'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import type { ReadItem, ReadProblem } from '#server/lib/reading/items.ts'
import { inDayOrder, type Marks, marksOf } from '#shared/calendar/rules.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classByName, comparedName } from '#shared/classes/rules.ts'
import { addMinutes, minutesOf } from '#shared/dates.ts'
import type { ImportEntry } from '#shared/imports/contract.ts'
import type { Existing } from '#shared/imports/rules.ts'
import { MAX } from '#shared/limits.ts'
import { freeIn } from '#shared/moves/moving/rules.ts'

export type Choices = {
  classes: readonly SchoolClass[]
  existing: Existing
  /** Minutes of a lesson whose end isn't known. */
  defaultMinutes: number
}

type ChoicesOfDay = Choices & {
  /** Why the teacher's school closed the day, if it did. */
  schoolReason: string | null
  /** The keys of the texts of lessons that are there and have the title of one of the file's lessons, by id. */
  textKeys: ReadonlyMap<string, string> | undefined
}

type Day = Marks & { blocks: readonly StoredBlock[] }
/** A day as it will be. `isMarked` and `isPlanned` say whether its marks and its lessons change, and `closes` whether it becomes a day off. */
export type PlannedDay = {
  entries: ImportEntry[]
  problems: ReadProblem[]
  marks: Marks
  blocks: StoredBlock[]
  isMarked: boolean
  isPlanned: boolean
  closes: boolean
}

/** A lesson's time when neither it nor its day has any. */
const FIRST_LESSON = '08:00'
const LAST_MINUTE = '23:59'
/** A lesson without an end lasts until the next one of the file, if that starts soon. */
const SOON_MINUTES = 180
type Timed = ReadItem & { startTime: string; endTime: string }
type Own = { block: StoredBlock; title: string; textKey: string; isOwn: boolean; isTaken: boolean }

const overlaps = (a: { startTime: string; endTime: string }, b: { startTime: string; endTime: string }): boolean =>
  a.startTime < b.endTime && b.startTime < a.endTime
const hasTimesOf = (a: { startTime: string; endTime: string }, b: { startTime: string; endTime: string }): boolean =>
  a.startTime === b.startTime && a.endTime === b.endTime

/** True if the texts are the same, or if the file has none: then it has nothing that the lesson doesn't have. */
const hasTextOf = (own: Own, { description, textKey }: ReadItem): boolean => description === '' || own.textKey === textKey

/** Finds lessons among those that are there. */
const makeFinder = (there: readonly Own[], { classes }: Choices) => {
  const isFree = freeIn(classes)
  const open = () => there.filter(({ isOwn, isTaken }) => isOwn && !isTaken)
  return {
    open,
    named: (title: string) => there.filter((one) => one.title === title),
    /** Returns a free lesson of the class with this name. */
    free: (title: string, startTime: string | null): Own | undefined =>
      open().find(
        ({ block, ...one }) =>
          one.title === title &&
          (startTime === null || block.startTime === startTime) &&
          isFree({ ...block, hasText: block.description !== '' || block.hasAlert }),
      ),
    /** Returns the lesson that is there already. */
    mine: (title: string, lesson: Timed): Own | undefined =>
      open().find(({ block, ...one }) => one.title === title && overlaps(block, lesson)) ??
      open().find(({ block }) => hasTimesOf(block, lesson)),
    /** Returns when the last lesson ends, or when the first one starts. */
    following: (): string => {
      const end = there.reduce((last, { block }) => (block.endTime > last ? block.endTime : last), '')
      return end === '' || end >= LAST_MINUTE ? FIRST_LESSON : end
    },
  }
}
type Finder = ReturnType<typeof makeFinder>

type Context = { finder: Finder; defaultMinutes: number; nextStart: string | undefined }

/**
 * Returns a lesson with times. One without a start takes the times of a lesson with its title, or follows the day's last one. One without an
 * end lasts until the file's next lesson, if that starts soon.
 */
const timed = (item: ReadItem, { finder, defaultMinutes, nextStart }: Context): Timed => {
  const { startTime: start, endTime: end } = item
  if (start !== null && end !== null) return { ...item, startTime: start, endTime: end }
  if (start !== null) {
    const gap = nextStart === undefined ? 0 : minutesOf(nextStart) - minutesOf(start)
    const startTime = start === LAST_MINUTE ? '23:58' : start
    return { ...item, startTime, endTime: addMinutes(startTime, gap > 0 && gap <= SOON_MINUTES ? gap : defaultMinutes) }
  }
  const title = comparedName(item.title)
  const named = finder.named(title)
  const like =
    named.find((one) => hasTextOf(one, item)) ?? finder.free(title, null) ?? named.find(({ isTaken, isOwn }) => isOwn && !isTaken)
  if (like) return { ...item, startTime: like.block.startTime, endTime: like.block.endTime }
  const startTime = finder.following()
  return { ...item, startTime, endTime: addMinutes(startTime, defaultMinutes) }
}

/**
 * Returns a lesson's block with another plan in it. Its id, lock and usual times stay. Its alert and taught mark belong to the plan that
 * goes. A lesson without text has no plan, so the one that is there stays. The block keeps its class while the title does.
 */
const withPlan = ({ block, title: wasNamed }: Own, lesson: Timed, classId: string | undefined): StoredBlock => {
  const { title, description, startTime, endTime } = lesson
  const { classId: was, ...there } = block
  const { taught: _, ...place } = there
  const id = classId ?? (wasNamed === comparedName(title) ? was : undefined)
  const times = place.usual ? {} : { startTime, endTime }
  const plan = description === '' ? there : { ...place, description, hasAlert: false, alertMessage: '' }
  return { ...plan, ...times, title, ...(id && { classId: id }) }
}

/** Plans the lessons of a day. `blocks` are those that are there. */
const makeLessons = (blocks: readonly StoredBlock[], choices: ChoicesOfDay) => {
  const there: Own[] = blocks.map((block) => ({
    ...{ block, title: comparedName(block.title), textKey: choices.textKeys?.get(block.id) ?? '' },
    ...{ isOwn: true, isTaken: false },
  }))
  const finder = makeFinder(there, choices)
  const classOf = classByName(choices.classes)
  let isPlanned = false

  const add = ({ title, description, textKey, startTime, endTime }: Timed, classId: string | undefined): void => {
    const order = there.reduce((last, { block }) => Math.max(last, block.order + 1), 0)
    const block: StoredBlock = {
      ...{ id: `block_${randomUUID()}`, title, description, startTime, endTime, hasAlert: false, alertMessage: '', order },
      ...(classId && { classId }),
    }
    there.push({ block, title: comparedName(title), textKey, isOwn: false, isTaken: false })
    isPlanned = true
  }
  const put = (own: Own, lesson: Timed, classId: string | undefined): void => {
    own.block = withPlan(own, lesson, classId)
    own.title = comparedName(lesson.title)
    if (lesson.description !== '') own.textKey = lesson.textKey
    own.isTaken = true
    isPlanned = true
  }

  /** Takes a lesson of the file. Returns its entry, or null if the day is full. `nextStart` is when the file's next lesson starts. */
  const take = (item: ReadItem, nextStart: string | undefined): ImportEntry | null => {
    const lesson = timed(item, { finder, defaultMinutes: choices.defaultMinutes, nextStart })
    const title = comparedName(lesson.title)
    const classId = classOf(lesson.title)?.id
    const entry = (outcome: ImportEntry['outcome'], block: Partial<StoredBlock>, was: string | null): ImportEntry => ({
      ...{ line: item.line, kind: 'lesson', date: item.date, title: item.title, words: item.words },
      ...{ startTime: block.startTime ?? lesson.startTime, endTime: block.endTime ?? lesson.endTime },
      ...{ classId: block.classId ?? classId ?? null, there: was, outcome },
    })
    const same = finder.named(title).find((one) => hasTimesOf(one.block, lesson) && hasTextOf(one, lesson))
    const free = same ? undefined : finder.free(title, lesson.startTime)
    const mine = same ?? free ?? finder.mine(title, lesson)
    const was = mine?.block.title ?? null
    if (mine && same) {
      mine.isTaken = true
      // An earlier line of the file brought it.
      return entry('same', mine.block, blocks.includes(mine.block) ? was : null)
    }
    if (mine && free) {
      put(mine, { ...lesson, endTime: item.endTime ?? mine.block.endTime }, classId)
      return entry('fill', mine.block, was)
    }
    if (mine && choices.existing === 'replace') {
      put(mine, lesson, classId)
      return entry('replace', mine.block, was)
    }
    if (mine) mine.isTaken = true
    if (mine && choices.existing === 'keep') return entry('keep', {}, was)
    if (there.length >= MAX.blocksOfDay) return null
    add(lesson, classId)
    return entry('add', {}, was)
  }
  return { take, result: () => ({ blocks: inDayOrder(there.map(({ block }) => block)), isPlanned }) }
}

/** True if a note has the lines of another one. Files can change its spaces and empty lines, and join its lines. */
const hasLinesOf = (note: string | null, other: string): boolean => {
  const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()
  const lines = (text: string): string => `\n${text.split('\n').map(spaced).filter(Boolean).join('\n')}\n`
  return note !== null && (lines(note).includes(lines(other)) || spaced(note) === spaced(other))
}

const markEntry = ({ line, kind, date, title }: ReadItem, outcome: ImportEntry['outcome'], there: string | null): ImportEntry => ({
  ...{ line, kind, date, title, startTime: null, endTime: null, words: '', classId: null, there, outcome },
})

/** Plans a day's days off and notes. `schoolReason` is why the teacher's school closed the day, if it did. */
const makeMarks = (before: Marks, existing: Existing, schoolReason: string | null) => {
  let marks = before
  const takeDayOff = (item: ReadItem): ImportEntry => {
    const there = marks.isBlocked ? marks.blockedText : schoolReason
    if (there === null) {
      marks = { ...marks, isBlocked: true, blockedText: item.title }
      return markEntry(item, 'add', null)
    }
    const isReplaced = existing === 'replace' && before.isBlocked && marks.blockedText === before.blockedText
    if (!isReplaced || comparedName(there) === comparedName(item.title))
      return markEntry(item, 'same', marks.isBlocked && !before.isBlocked ? null : there)
    marks = { ...marks, blockedText: item.title }
    return markEntry(item, 'replace', there)
  }
  const takeNote = (item: ReadItem): ImportEntry | null => {
    const there = marks.noteText
    if (hasLinesOf(there, item.title)) return markEntry(item, 'same', hasLinesOf(before.noteText, item.title) ? there : null)
    const noteText = there === null ? item.title : `${there}\n${item.title}`
    if (noteText.length > MAX.markText) return null
    marks = { ...marks, hasNote: true, noteText }
    return markEntry(item, 'add', there)
  }
  return {
    take: (item: ReadItem) => (item.kind === 'dayOff' ? takeDayOff(item) : takeNote(item)),
    result: () => ({ marks, isMarked: marks !== before, closes: marks.isBlocked && !before.isBlocked }),
  }
}

const byStart = (a: ReadItem, b: ReadItem): number => {
  const [start, other] = [a.startTime ?? LAST_MINUTE, b.startTime ?? LAST_MINUTE]
  if (start !== other) return start < other ? -1 : 1
  return a.line - b.line
}

/** Plans one day. `items` are those of its date. */
export const planDay = (day: Day | null, items: readonly ReadItem[], choices: ChoicesOfDay): PlannedDay => {
  const lessons = makeLessons(day?.blocks ?? [], choices)
  const marks = makeMarks(marksOf(day), choices.existing, choices.schoolReason)
  const sorted = [...items].sort(byStart)
  const starts = [...new Set(sorted.flatMap(({ startTime }) => (startTime === null ? [] : [startTime])))]
  const entries: ImportEntry[] = []
  const problems: ReadProblem[] = []
  for (const item of sorted) {
    const nextStart = starts.find((start) => item.startTime !== null && start > item.startTime)
    const entry = item.kind === 'lesson' ? lessons.take(item, nextStart) : marks.take(item)
    if (entry) entries.push(entry)
    else if (item.kind === 'lesson')
      problems.push({ line: item.line, message: `That day has ${MAX.blocksOfDay} lessons, and can’t hold more.` })
    else problems.push({ line: item.line, message: 'That day’s note is too long to add to.' })
  }
  return { entries, problems, ...marks.result(), ...lessons.result() }
}

/** Returns the school year around a day: the first of these years that contains it, or July to June. */
export const yearAround = (today: string, years: readonly { firstDay: string; lastDay: string }[]): { from: string; to: string } => {
  const own = years.find(({ firstDay, lastDay }) => firstDay <= today && today <= lastDay)
  if (own) return { from: own.firstDay, to: own.lastDay }
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < '07' ? 1 : 0)
  return { from: `${year}-07-01`, to: `${year + 1}-06-30` }
}
