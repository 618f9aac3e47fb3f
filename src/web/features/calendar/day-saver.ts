/**
 * How what a teacher did to time blocks reaches the server, so that no change of anyone is lost.
 *
 * 1. An edit shows at once, and stays shown until the server has answered it.
 * 2. Edits of one day are sent one after the other, each on top of the version that the last reply gave.
 * 3. A save is always made from the day as the server last confirmed it. When that turns out to be old (`stale`),
 *    the edit is done again on the newer day; a block changed on both sides is asked about, never overwritten.
 * 4. An edit that fails is taken back alone: edits of the same day that wait behind it stay.
 * 5. A move between two days is sent as one operation over both. What was written into the block elsewhere moves with
 *    it; when its time was changed there too, or it was deleted, the teacher is asked.
 */
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { type BlockEdit, type Choice, settledEdit } from './block-edit.ts'
import { blockAt, moveBetween } from './block-move.ts'
import { createTurns } from './in-turn.ts'
import { type Conflict, mergeBlocks, renumbered, sameBlock, sameBlocks } from './merge-blocks.ts'
import type { PlannedDay } from './planned-week.ts'

/** The blocks that a day gets which was last seen as `entry` (null: never seen). */
export type DayToSave = { date: string; entry: CalendarDay | null; blocks: TimeBlock[] }

/** A block that leaves one day for another one. */
export type DayMove = { from: string; to: string; before: TimeBlock; after: TimeBlock }

/** What the saver needs of the outside. Dates are `yyyy-MM-dd`. */
export type SaverPorts = {
  /** The shown day's confirmed entry and its pending edits, to be changed in place in the cache. */
  change: (date: string, change: (day: PlannedDay) => Pick<PlannedDay, 'entry' | 'pending'>) => void
  /** The day as the server last confirmed it. */
  confirmed: (date: string) => CalendarDay | null
  /** Saves one day, or several as one operation; answers how the server now has them. */
  send: (days: readonly DayToSave[]) => Promise<CalendarDay[]>
  /** When an error says that one of the days has moved on: the day as it is now, null when gone. Without a date it is the only one. */
  movedOn: (error: unknown) => { date?: string | undefined; day: CalendarDay | null } | undefined
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
    if (!entry) return edit.after ? [edit, renumbered([edit.after])] : null
    const { blocks, conflicts } = mergeBlocks(listOf(edit.before), listOf(edit.after), entry.blocks)
    const [conflict] = conflicts
    if (!conflict) return [edit, renumbered(blocks)]
    const left = settledEdit(conflict, await ask(date, conflict), newId())
    return left && blocksToSend(date, left, entry)
  }

  /** Works out what to send and sends it, anew for as long as a day turns out to have moved on. */
  const deliver = async (plan: () => Promise<readonly DayToSave[] | null>): Promise<CalendarDay[] | null> => {
    for (let tries = 1; ; tries++) {
      const days = await plan()
      const [first] = days ?? []
      if (!days || !first) return null
      try {
        return await send(days)
      } catch (error) {
        const now = movedOn(error)
        // It may have arrived before, and its answer been lost on the way: then the day is just as it was sent.
        if (days.length === 1 && now?.day && sameBlocks(now.day.blocks, first.blocks)) return [now.day]
        if (now === undefined || tries === MOST_TRIES) throw error
        change(now.date ?? first.date, (day) => ({ ...day, entry: now.day }))
      }
    }
  }

  /** Shows edits of one or more days at once and, when it is their turn, delivers them; they stay shown until then. */
  const perform = (edits: readonly DatedEdit[], job: () => Promise<CalendarDay[] | null>): Promise<CalendarDay[] | null> => {
    for (const { date, edit } of edits) change(date, (day) => ({ ...day, pending: [...day.pending, edit] }))
    const finish = (saved: readonly CalendarDay[]) => {
      for (const { date, edit } of edits)
        change(date, ({ entry, pending }) => ({
          entry: saved.find((day) => day.date === date) ?? entry,
          pending: pending.filter((each) => each !== edit),
        }))
    }
    return inTurn(
      edits.map(({ date }) => date),
      async () => {
        try {
          const saved = await job()
          finish(saved ?? [])
          return saved
        } catch (error) {
          for (const { edit } of edits) if (edit.after) became.set(edit.after, { block: edit.before })
          finish([])
          throw error
        }
      },
    )
  }

  return {
    /** Jobs of one or more days, in turn with their saves. */
    inTurn,
    /**
     * Saves an edit. Answers the day as the server has it, or null when nothing of the edit was left to save.
     * Throws what `send` threw; by then the edit is no longer shown.
     */
    save: async (date: string, first: BlockEdit): Promise<CalendarDay | null> => {
      const saved = await perform([{ date, edit: first }], async () => {
        let edit: BlockEdit = { ...first, before: asConfirmed(first.before) }
        const days = await deliver(async () => {
          const entry = confirmed(date)
          const toSend = await blocksToSend(date, edit, entry)
          if (!toSend) return null
          edit = toSend[0]
          return [{ date, entry, blocks: toSend[1] }]
        })
        // Not when the teacher kept theirs, or mine as a copy: then what is on screen is not what was saved.
        const block = blockIn(days, date, first.after?.id)
        if (first.after && first.after === edit.after && block) became.set(first.after, { block })
        return days
      })
      return saved?.[0] ?? null
    },
    /**
     * Moves a block to another day: both days change in one operation, or neither. Answers both as the server has
     * them, or null when nothing was left to do. Throws what `send` threw; by then the block is shown where it was.
     */
    move: ({ from, to, before, after }: DayMove): Promise<CalendarDay[] | null> =>
      perform(
        [
          { date: from, edit: { before, after: null } },
          { date: to, edit: { before: null, after } },
        ],
        async () => {
          /** The block as the teacher knows it, and as it goes; perhaps as a copy, beside what was made of it elsewhere. */
          let known = asConfirmed(before)
          let moved = after
          let staysToo = false
          let wasSent = false
          const days = await deliver(async () => {
            const [source, target] = [confirmed(from), confirmed(to)]
            const theirs = source?.blocks.find(({ id }) => id === before.id) ?? null
            const taken = target?.blocks.find(({ id }) => id === moved.id)
            // A reply may be lost on its way: then what was sent is there.
            const hasArrived = wasSent && taken !== undefined && sameBlock(taken, moved)
            if (hasArrived && (!theirs || staysToo)) return null
            if (theirs && known && !sameBlock(theirs, known)) moved = { ...blockAt(theirs, after.startTime), id: moved.id }
            const answer = isSameTime(known, theirs) ? 'mine' : await ask(from, { id: before.id, mine: moved, theirs })
            if (answer === 'theirs') return null
            known = theirs
            const isCopy = answer === 'both' && theirs !== null
            if (isCopy || (taken && !hasArrived)) moved = { ...moved, id: newId() }
            staysToo ||= isCopy
            wasSent = true
            const others = target?.blocks.filter(({ id }) => id !== moved.id) ?? []
            const next = moveBetween({ source: source?.blocks ?? [], target: others }, before.id, moved)
            // The day that gets the block first: should both have moved on, it is the one to know of first.
            const gets: DayToSave = { date: to, entry: target, blocks: next.target }
            return theirs && !staysToo ? [gets, { date: from, entry: source, blocks: next.source }] : [gets]
          })
          const arrived =
            days ?? (wasSent && blockIn(listOf(confirmed(to)), to, moved.id) ? [confirmed(to), confirmed(from)].flatMap(listOf) : null)
          const block = blockIn(arrived, to, moved.id)
          if (moved === after && block) became.set(after, { block })
          return arrived
        },
      ),
  }
}

type DatedEdit = { date: string; edit: BlockEdit }

const listOf = <T>(one: T | null): T[] => (one === null ? [] : [one])

const blockIn = (days: readonly CalendarDay[] | null, date: string, blockId: string | undefined): TimeBlock | undefined =>
  days?.find((day) => day.date === date)?.blocks.find(({ id }) => id === blockId)

const isSameTime = (a: TimeBlock | null, b: TimeBlock | null): boolean =>
  a && b ? a.startTime === b.startTime && a.endTime === b.endTime : a === b
