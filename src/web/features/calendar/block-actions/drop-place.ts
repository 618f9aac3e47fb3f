import type { TimeBlock } from '#shared/calendar/contract.ts'
import { placeInDay } from '#web/features/calendar/model/block-move.ts'

/** A card of the day under the pointer; `top` and `bottom` in px. */
export type CardBox = { block: Pick<TimeBlock, 'id' | 'startTime' | 'endTime'>; top: number; bottom: number }

/** The start that a dropped block gets, and where the line that shows it is drawn (px; null: no line). */
export type DropPlace = { startTime: string; line: number | null }

/** How far the time of a lesson reaches into its card. */
const TIME_PX = 24

/** Half of what is between two cards. */
const HALF_GAP = 4

/**
 * Returns what dropping `block` at `y` means in a day with these cards, in their order. In another day it keeps its time,
 * unless it is dropped on the time of a lesson: then it starts with that lesson. In its own day it starts with a lesson
 * when dropped on its upper half and right after it on its lower half; below the last lesson it comes last.
 */
export const dropPlace = (cards: readonly CardBox[], block: CardBox['block'], isOwnDay: boolean, y: number): DropPlace => {
  const under = cards.find(({ top, bottom }) => y >= top - HALF_GAP && y < bottom + HALF_GAP)
  const stays = { startTime: block.startTime, line: null }
  if (under && isOwnDay && under.block.id === block.id) return stays
  if (under && y < (isOwnDay ? (under.top + under.bottom) / 2 : under.top + TIME_PX)) return withCard(under)
  const last = cards.at(-1)
  if (isOwnDay && under) return afterCard(under)
  if (isOwnDay) return last && y > last.bottom && last.block.id !== block.id ? afterCard(last) : stays
  const behind =
    cards[
      placeInDay(
        cards.map((card) => card.block),
        block.startTime,
      ) - 1
    ]
  const [first] = cards
  return { startTime: block.startTime, line: behind ? behind.bottom + HALF_GAP : first ? first.top - HALF_GAP : null }
}

const withCard = ({ block, top }: CardBox): DropPlace => ({ startTime: block.startTime, line: top - HALF_GAP })
const afterCard = ({ block, bottom }: CardBox): DropPlace => ({ startTime: block.endTime, line: bottom + HALF_GAP })
