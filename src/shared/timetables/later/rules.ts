/**
 * Finds the later lessons that share what a teacher changes in one of them: the lessons of the same class, or of no class, that have the same
 * title, and the same times if those change. The dialog counts with this, and the server changes the same lessons.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { LAST_DAY } from '#shared/dates.ts'

type Lesson = Pick<TimeBlock, 'title' | 'startTime' | 'endTime' | 'classId'> & { usual?: TimeBlock['usual'] | null }
/** A lesson before and after a change. */
export type LessonChange = { before: Lesson; after: Lesson }
type Day<L> = { date: string; blocks: readonly L[] }

const hasNewTitle = ({ before, after }: LessonChange): boolean => before.title !== after.title.trim()
const hasNewTimes = ({ before, after }: LessonChange): boolean => before.startTime !== after.startTime || before.endTime !== after.endTime

/** Returns what the later lessons would get. A new class only comes with a new title or new times. */
export const sharedChanges = (change: LessonChange): { title: boolean; times: boolean; classId: boolean } => {
  const [title, times] = [hasNewTitle(change), hasNewTimes(change)]
  const { before, after } = change
  return { title, times, classId: (title || times) && (before.classId ?? null) !== (after.classId ?? null) }
}

/** Returns a later lesson with what changed. Its id, text, alert and taught mark stay. On a short day, its usual times change. */
export const withSharedChanges = <L extends Lesson>(lesson: L, change: LessonChange): L => {
  const { title, times, classId } = sharedChanges(change)
  const { before, after } = change
  const newTimes = { startTime: after.startTime, endTime: after.endTime }
  return {
    ...lesson,
    ...(title && { title: after.title.trim() }),
    ...(times && (lesson.usual && !before.usual ? { usual: { ...lesson.usual, ...newTimes } } : newTimes)),
    ...(classId && { classId: after.classId ?? null }),
  }
}

/**
 * Returns the days after `date`, until `until`, that have such lessons, with only those lessons. Lessons under a day off are real time blocks
 * and change too. `classes` are the calendar's: the id of a deleted class counts as none.
 */
export const laterLessons = <L extends Lesson>(
  days: readonly Day<L>[],
  { date, until, ...change }: LessonChange & { date: string; until: string },
  classes: readonly { id: string }[],
): { date: string; blocks: L[] }[] => {
  const { title, times } = sharedChanges(change)
  if (!title && !times) return []
  const ids = new Set(classes.map(({ id }) => id))
  const classOf = ({ classId }: Lesson) => (classId && ids.has(classId) ? classId : null)
  const { before } = change
  const [name, itsClass] = [comparedName(before.title), classOf(before)]
  // A year has few different titles.
  const same = new Map<string, boolean>()
  const isNamed = (title: string): boolean => {
    const known = same.get(title)
    if (known !== undefined) return known
    const is = comparedName(title) === name
    same.set(title, is)
    return is
  }
  /** A change on a short day is shared with other short days, and one of usual times with all days. */
  const hasSameTimes = (lesson: L) => {
    const { startTime, endTime } = before.usual ? lesson : (lesson.usual ?? lesson)
    return startTime === before.startTime && endTime === before.endTime && (!before.usual || Boolean(lesson.usual))
  }
  const isAlike = (lesson: L) => classOf(lesson) === itsClass && isNamed(lesson.title) && (!times || hasSameTimes(lesson))
  return days.flatMap((day) => {
    if (day.date <= date || day.date > until) return []
    const blocks = day.blocks.filter(isAlike)
    return blocks.length > 0 ? [{ date: day.date, blocks }] : []
  })
}

/** Returns the days with the lessons of a class whose title is the class's name, with only those lessons. */
export const lessonsNamedAs = <L extends Lesson>(
  { id, name }: { id: string; name: string },
  days: readonly Day<L>[],
  classes: readonly { id: string }[],
): { date: string; blocks: L[] }[] => {
  const before = { title: name, startTime: '', endTime: '', classId: id }
  return laterLessons(days, { date: '', until: LAST_DAY, before, after: { ...before, title: '' } }, classes)
}
