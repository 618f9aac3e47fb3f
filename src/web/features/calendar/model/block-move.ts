/** Moves a time block to another time or day, and explains why a move isn't possible. Pure. */

import type { TimeBlock } from '#shared/calendar/contract.ts'
import { renumbered } from '#shared/calendar/rules.ts'
import { addMinutes, formatDay, isDay, isSchoolDay, minutesOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { CANNOT_MOVE } from '#shared/moves/moving/rules.ts'

/**
 * A requested move of a block from the day `from` to the day `to` at `startTime`. A copy leaves the original in place. If `isPlan` is true, the
 * block's plan goes to its class's lesson on that day, if there is one (block-actions/plan-landing.ts).
 */
export type BlockMove = { block: TimeBlock; from: string; to: string; startTime: string; isCopy: boolean; isPlan?: boolean }

/** Returns the minutes from start to end. */
export const lengthOf = ({ startTime, endTime }: Pick<TimeBlock, 'startTime' | 'endTime'>): number =>
  minutesOf(endTime) - minutesOf(startTime)

/**
 * Returns the block with a new start and the same length, ending no later than 23:59. The block precedes other lessons with the same start
 * once the day is sorted.
 */
export const blockAt = (block: TimeBlock, startTime: string): TimeBlock => ({
  ...block,
  startTime,
  endTime: addMinutes(startTime, lengthOf(block)),
  order: -1,
})

const isPastMidnight = (block: TimeBlock, startTime: string): boolean => lengthOf(blockAt(block, startTime)) < lengthOf(block)

/** Returns true if the move would leave the block's day and time unchanged. */
export const isNoMove = ({ block, from, to, startTime, isCopy }: BlockMove): boolean =>
  !isCopy && from === to && startTime === block.startTime

/** The fields of the target day that matter for a move. */
type DayThere = { marks: { isBlocked: boolean }; lessons: readonly { block: Pick<TimeBlock, 'classId' | 'isLocked'> }[] }

/** Returns why a plan stays where it is, or can't move into the lessons of its class, or null. */
const lockProblem = ({ block, from, to, isCopy, isPlan }: BlockMove, there: DayThere | undefined): string | null => {
  if (!isPlan || isCopy || from === to || !block.classId) return null
  if (block.isLocked) return CANNOT_MOVE.locked
  const ofClass = (there?.lessons ?? []).filter((lesson) => lesson.block.classId === block.classId)
  return ofClass.length > 0 && ofClass.every((lesson) => lesson.block.isLocked) ? CANNOT_MOVE.isLockedThere : null
}

/** Returns a message that explains why a move isn't possible, or null if it is. `there` is the known state of the day `to`. */
export const moveProblem = (move: BlockMove, there: DayThere | undefined): string | null => {
  const { block, from, to, startTime, isCopy } = move
  if (to === '' || startTime === '') return 'Please fill in all required fields'
  if (!isDay(to)) return 'Use a date between 1970 and 2199'
  if (!isSchoolDay(to)) return `${formatDay(to, 'full')} isn’t a school day. Choose Monday through Friday.`
  if (isPastMidnight(block, startTime))
    return `This lesson is ${lengthOf(block)} minutes long and would run past midnight. Choose an earlier start.`
  if (isNoMove(move)) return 'That’s the same day and time. Choose another.'
  // The block-out would hide the moved block.
  if (there?.marks.isBlocked) return `No lessons on non-instructional days: ${formatDay(to, 'full')} is blocked out.`
  if ((isCopy || from !== to) && there && there.lessons.length >= MAX.blocksOfDay)
    return `${formatDay(to, 'full')} is full. A day can hold up to ${MAX.blocksOfDay} lessons.`
  return lockProblem(move, there)
}

type BothDays = { source: TimeBlock[]; target: TimeBlock[] }

/** Returns both days with the block `id` removed from the source day and `moved` added to the target day. */
export const moveBetween = ({ source, target }: BothDays, id: string, moved: TimeBlock): BothDays => ({
  source: renumbered(source.filter((block) => block.id !== id)),
  target: renumbered([...target, moved]),
})

/** Returns the index at which to insert a lesson with this start into a sorted day: before lessons with the same start. */
export const placeInDay = (blocks: readonly Pick<TimeBlock, 'startTime'>[], startTime: string): number => {
  const next = blocks.findIndex((block) => block.startTime >= startTime)
  return next === -1 ? blocks.length : next
}
