/** A time block to another time or day: what becomes of it, and why it may not. Pure. */
import { MAX_BLOCKS, type TimeBlock } from '#shared/calendar/contract.ts'
import { addMinutes, formatDay, isDay, isSchoolDay, minutesOf } from '#shared/dates.ts'
import { renumbered } from './merge-blocks.ts'

/** What a teacher asks for: this block, of the day `from`, to the day `to` at `startTime`; a copy leaves it where it is. */
export type BlockMove = { block: TimeBlock; from: string; to: string; startTime: string; isCopy: boolean }

/** Minutes from start to end. */
export const lengthOf = ({ startTime, endTime }: Pick<TimeBlock, 'startTime' | 'endTime'>): number =>
  minutesOf(endTime) - minutesOf(startTime)

/**
 * The block at another start, as long as it was (a day's last minute is 23:59). It comes before those that start with
 * it, once the day is in order again.
 */
export const blockAt = (block: TimeBlock, startTime: string): TimeBlock => ({
  ...block,
  startTime,
  endTime: addMinutes(startTime, lengthOf(block)),
  order: -1,
})

const isPastMidnight = (block: TimeBlock, startTime: string): boolean => lengthOf(blockAt(block, startTime)) < lengthOf(block)

/** Whether a move leaves the block where it is. */
export const isNoMove = ({ block, from, to, startTime, isCopy }: BlockMove): boolean =>
  !isCopy && from === to && startTime === block.startTime

/** What counts of the day that a block would go to. */
type DayThere = { marks: { isBlocked: boolean }; lessons: readonly unknown[] }

/** Why a move is not possible, in words fit to be shown; null when it is. `there`: the day `to` as it is now, as far as it is known. */
export const moveProblem = (move: BlockMove, there: DayThere | undefined): string | null => {
  const { block, from, to, startTime, isCopy } = move
  if (to === '' || startTime === '') return 'Please fill in all required fields'
  if (!isDay(to)) return 'Use a date between 1970 and 2199'
  if (!isSchoolDay(to)) return `${formatDay(to, 'full')} is not a school day: choose a day from Monday to Friday.`
  if (isPastMidnight(block, startTime)) return `It lasts ${lengthOf(block)} minutes and would run past midnight: choose an earlier start.`
  if (isNoMove(move)) return 'It is there already: choose another day or time.'
  // It would vanish behind the block-out.
  if (there?.marks.isBlocked) return `No lessons on non-instructional days: ${formatDay(to, 'full')} is blocked out.`
  if ((isCopy || from !== to) && there && there.lessons.length >= MAX_BLOCKS)
    return `${formatDay(to, 'full')} already holds ${MAX_BLOCKS} time blocks, the most a day can hold.`
  return null
}

type BothDays = { source: TimeBlock[]; target: TimeBlock[] }

/** Both days once the block with `id` has left the one and stands as `moved` in the other. */
export const moveBetween = ({ source, target }: BothDays, id: string, moved: TimeBlock): BothDays => ({
  source: renumbered(source.filter((block) => block.id !== id)),
  target: renumbered([...target, moved]),
})

/** Where among lessons in the order of the day one that moves to this start stands: before those that start with it. */
export const placeInDay = (blocks: readonly Pick<TimeBlock, 'startTime'>[], startTime: string): number => {
  const next = blocks.findIndex((block) => block.startTime >= startTime)
  return next === -1 ? blocks.length : next
}
