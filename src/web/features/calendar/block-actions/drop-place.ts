import type { TimeBlock } from '#shared/calendar/contract.ts'
import { placeInDay } from '#web/features/calendar/model/block-move.ts'

/** A card on the day under the pointer. `top` and `bottom` are in px. */
export type CardBox = { block: Pick<TimeBlock, 'id' | 'startTime' | 'endTime'>; top: number; bottom: number }

/** The dropped block's new start, and the insertion line's y position in px (null for no line). */
export type DropPlace = { startTime: string; line: number | null }

/** Height of the time row at the top of a card, in px. */
const TIME_PX = 24

/** Half the gap between two cards, in px. */
const HALF_GAP = 4

/**
 * Returns where `block` lands when it is dropped at `y` on a day with these cards, which are in display order.
 *
 * On another day, the block keeps its time unless it is dropped on the time row of a card. Then it starts at the same time as that card's
 * lesson. On its own day, a block dropped on the upper half of a card starts at the same time as that lesson. A block dropped on the lower
 * half starts when that lesson ends. A block dropped below the last card starts when the last lesson ends.
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
