/** Where an unplaced lesson can go. */
import { MAX } from '#shared/limits.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'

/** A day for a lesson. `blockId` is the empty lesson that gets its text. Without it, the text becomes a lesson of its own. */
export type Place = { date: string; blockId?: string | undefined }
type Lesson = Pick<UnplacedLesson, 'classId' | 'date'>

/** The current date and time (`HH:mm`). Lessons before it are over. */
type Now = { today: string; time: string }

const freeOn = ({ date, isBlocked, blocks }: OutlinedDay, classId: string, { today, time }: Now): Place[] => {
  if (isBlocked) return []
  const [first] = blocks
    .filter((block) => block.classId === classId && !block.hasText && (date > today || block.endTime > time))
    .sort((a, b) => (a.startTime < b.startTime ? -1 : a.startTime > b.startTime ? 1 : a.order - b.order))
  return first ? [{ date, blockId: first.id }] : []
}

/** Returns the first lesson of the class without text that isn't over. `days` begins with today. */
export const nextFree = ({ classId }: Lesson, days: readonly OutlinedDay[], now: Now): Place | undefined =>
  classId === null ? undefined : days.flatMap((day) => freeOn(day, classId, now))[0]

/**
 * Returns the day that the lesson was on, if that day is today or later and has room. A lesson of a class needs an empty lesson of its class.
 */
export const wayBack = ({ classId, date }: Lesson, days: readonly OutlinedDay[], now: Now): Place | undefined => {
  if (date < now.today) return undefined
  const day = days.find((one) => one.date === date)
  if (classId !== null) return day && freeOn(day, classId, now)[0]
  return day && (day.isBlocked || day.blocks.length >= MAX.blocksOfDay) ? undefined : { date }
}
