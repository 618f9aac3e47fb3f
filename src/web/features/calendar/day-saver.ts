/**
 * How an edit of a time block reaches the server, so that no change of anyone is lost.
 *
 * 1. An edit shows at once, and stays shown until the server has answered it.
 * 2. Edits of one day are sent one after the other, each on top of the version that the last reply gave.
 * 3. A save is always made from the day as the server last confirmed it. When that turns out to be old (`stale`),
 *    the edit is done again on the newer day; a block changed on both sides is asked about, never overwritten.
 * 4. An edit that fails is taken back alone: edits of the same day that wait behind it stay.
 */
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { type BlockEdit, type Choice, settledEdit } from './block-edit.ts'
import { createTurns } from './in-turn.ts'
import { type Conflict, inDayOrder, mergeBlocks } from './merge-blocks.ts'
import type { PlannedDay } from './planned-week.ts'

/** What the saver needs of the outside. Dates are `yyyy-MM-dd`. */
export type SaverPorts = {
  /** The shown day's confirmed entry and its pending edits, to be changed in place in the cache. */
  change: (date: string, change: (day: PlannedDay) => Pick<PlannedDay, 'entry' | 'pending'>) => void
  /** The day as the server last confirmed it. */
  confirmed: (date: string) => CalendarDay | null
  /** Sets the blocks of a day that was last seen as `entry` (null: never seen); answers how the server now has it. */
  send: (date: string, entry: CalendarDay | null, blocks: TimeBlock[]) => Promise<CalendarDay>
  /** When an error says that the day has moved on: the day as it is now, null when gone. Else undefined. */
  movedOn: (error: unknown) => CalendarDay | null | undefined
  /** Asks the teacher about a block changed on both sides. */
  ask: (date: string, conflict: Conflict) => Promise<Choice>
  newId: () => string
}

/** More than a few rounds means that someone writes all the time: better to say so than to go on. */
const MOST_TRIES = 6

export const createDaySaver = ({ change, confirmed, send, movedOn, ask, newId }: SaverPorts) => {
  const inTurn = createTurns()
  /**
   * What became of a block that an edit put on screen: as the server cleaned it, or what was there before when the
   * save failed. A later edit may have been made from the block on screen, and must not take that for a conflict.
   */
  const became = new WeakMap<TimeBlock, { block: TimeBlock | null }>()
  const asConfirmed = (block: TimeBlock | null): TimeBlock | null => {
    const known = block && became.get(block)
    return known ? asConfirmed(known.block) : block
  }

  /** The blocks to send for an edit on top of `entry`; null when nothing is left to do. */
  const blocksToSend = async (date: string, edit: BlockEdit, entry: CalendarDay | null): Promise<[BlockEdit, TimeBlock[]] | null> => {
    if (!entry) return edit.after ? [edit, [edit.after]] : null
    const { blocks, conflicts } = mergeBlocks(listOf(edit.before), listOf(edit.after), entry.blocks)
    const [conflict] = conflicts
    if (!conflict) return [edit, inDayOrder(blocks)]
    const left = settledEdit(conflict, await ask(date, conflict), newId())
    return left && blocksToSend(date, left, entry)
  }

  const deliver = async (date: string, first: BlockEdit): Promise<CalendarDay | null> => {
    let edit: BlockEdit = { ...first, before: asConfirmed(first.before) }
    for (let tries = 1; ; tries++) {
      const entry = confirmed(date)
      const toSend = await blocksToSend(date, edit, entry)
      if (!toSend) return null
      edit = toSend[0]
      try {
        const saved = await send(date, entry, toSend[1])
        // Not when the teacher kept theirs, or mine as a copy: then what is on screen is not what was saved.
        const block = saved.blocks.find(({ id }) => id === first.after?.id)
        if (first.after && first.after === edit.after && block) became.set(first.after, { block })
        return saved
      } catch (error) {
        const now = movedOn(error)
        if (now === undefined || tries === MOST_TRIES) throw error
        change(date, (day) => ({ ...day, entry: now }))
      }
    }
  }

  return {
    /** Jobs of one day, in turn with its saves. */
    inTurn,
    /**
     * Saves an edit. Answers the day as the server has it, or null when nothing of the edit was left to save.
     * Throws what `send` threw; by then the edit is no longer shown.
     */
    save: (date: string, edit: BlockEdit): Promise<CalendarDay | null> => {
      change(date, (day) => ({ ...day, pending: [...day.pending, edit] }))
      return inTurn(date, async () => {
        const finish = (saved: CalendarDay | null) =>
          change(date, ({ entry, pending }) => ({ entry: saved ?? entry, pending: pending.filter((each) => each !== edit) }))
        try {
          const saved = await deliver(date, edit)
          finish(saved)
          return saved
        } catch (error) {
          if (edit.after) became.set(edit.after, { block: edit.before })
          finish(null)
          throw error
        }
      })
    },
  }
}

const listOf = (block: TimeBlock | null): TimeBlock[] => (block ? [block] : [])
