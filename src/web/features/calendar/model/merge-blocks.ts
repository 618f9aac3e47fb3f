/**
 * Three-way merge of a day's time blocks, by block id: `base` is what both sides started from.
 *
 * 1. Whatever either side added or changed is in the result, or in a conflict that carries it.
 * 2. A block goes only when a side deleted it and the other left it as it was, or deleted it too.
 * 3. Blocks that only one side touched never ask.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'

/** One block changed on both sides; null where a side deleted it. */
export type Conflict = { id: string; mine: TimeBlock | null; theirs: TimeBlock | null }
/** `blocks` holds the other side's version of each conflict (mine, where they deleted it). */
export type Merged = { blocks: TimeBlock[]; conflicts: Conflict[] }

/** True when two versions say the same to a teacher; the place in the list does not count. */
export const sameBlock = (a: TimeBlock, b: TimeBlock): boolean =>
  a === b ||
  (a.title === b.title &&
    a.description === b.description &&
    a.startTime === b.startTime &&
    a.endTime === b.endTime &&
    a.hasAlert === b.hasAlert &&
    a.alertMessage === b.alertMessage)

const same = (a: TimeBlock | undefined, b: TimeBlock | undefined): boolean => (a && b ? sameBlock(a, b) : a === b)

const byId = (blocks: readonly TimeBlock[]): Map<string, TimeBlock> => new Map(blocks.map((block) => [block.id, block]))

export const mergeBlocks = (base: readonly TimeBlock[], mine: readonly TimeBlock[], theirs: readonly TimeBlock[]): Merged => {
  const [before, ours, others] = [byId(base), byId(mine), byId(theirs)]
  const merged: Merged = { blocks: [], conflicts: [] }
  for (const id of new Set([...others.keys(), ...ours.keys()])) {
    const [was, my, their] = [before.get(id), ours.get(id), others.get(id)]
    const kept = same(their, was) ? my : their
    if (same(my, was) || same(their, was) || same(my, their)) {
      if (kept) merged.blocks.push(kept)
    } else {
      merged.blocks.push((their ?? my) as TimeBlock)
      merged.conflicts.push({ id, mine: my ?? null, theirs: their ?? null })
    }
  }
  return merged
}

/** In the order of the day, with `order` numbered from 0. */
export const renumbered = (blocks: readonly TimeBlock[]): TimeBlock[] =>
  inDayOrder(blocks).map((block, order) => (block.order === order ? block : { ...block, order }))
