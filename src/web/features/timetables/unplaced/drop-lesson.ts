/** Where an unplaced lesson lands that is dragged onto a day. */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { isBlank } from '#shared/plain-text.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'
import type { Place } from './ways-out.ts'

/** A day as shown on screen. */
type Day = { date: string; marks: { isBlocked: boolean }; lessons: readonly { block: TimeBlock }[] }

/** A drop and its effect, as a sentence. Without a `place`, it does nothing. `blockId` is the lesson that gets the plan. */
export type LessonDrop = { message: string; place?: Place }

/**
 * Returns what dropping a lesson does: on a lesson of its class, its plan goes there. Elsewhere on the day, it goes into the first lesson of
 * its class without a plan, or becomes a lesson of its own. A lesson that has a plan keeps it.
 */
export const lessonDrop = (
  lesson: Pick<UnplacedLesson, 'classId' | 'title'>,
  day: Day | undefined,
  blockId: string | undefined,
): LessonDrop => {
  if (!day) return { message: 'Drop it on a day' }
  const { date, marks, lessons } = day
  const on = formatDay(date, 'short')
  if (marks.isBlocked) return { message: `${on} is a day off` }
  const ofClass = lessonsOf(lesson, lessons)
  const under = ofClass.find(({ id }) => id === blockId)
  if (under && !isBlank(under.description)) return { message: `${under.title} already has a plan` }
  const free = under ?? ofClass.find(({ description }) => isBlank(description))
  if (free) return { message: `Into ${free.title} on ${on}`, place: { date, blockId: free.id } }
  if (lessons.length >= MAX.blocksOfDay) return { message: `A day can hold up to ${MAX.blocksOfDay} lessons` }
  return { message: `As a new lesson on ${on}`, place: { date } }
}

const lessonsOf = ({ classId }: Pick<UnplacedLesson, 'classId'>, lessons: Day['lessons']): TimeBlock[] =>
  classId === null ? [] : lessons.flatMap(({ block }) => (block.classId === classId ? [block] : []))
