/**
 * Three-way merge of a day's time blocks by ID. `base` is the common ancestor.
 *
 * 1. Everything that either side added or changed is in the result or in a conflict.
 * 2. A block is removed only if one side deleted it and the other deleted it or left it unchanged.
 * 3. Blocks that only one side changed never conflict, and neither do blocks of which both sides changed different fields.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'

/** A block that both sides changed. If a side deleted the block, that side is null. */
export type Conflict = { id: string; mine: TimeBlock | null; theirs: TimeBlock | null }
/** For each conflict, `blocks` contains the other side's version, or `mine` if the other side deleted the block. */
export type Merged = { blocks: TimeBlock[]; conflicts: Conflict[] }

/** Returns whether two versions look the same to a teacher. The position in the list doesn't matter. */
export const sameBlock = (a: TimeBlock, b: TimeBlock): boolean =>
  a === b ||
  (a.title === b.title &&
    a.description === b.description &&
    a.startTime === b.startTime &&
    a.endTime === b.endTime &&
    a.hasAlert === b.hasAlert &&
    a.alertMessage === b.alertMessage &&
    (a.classId ?? null) === (b.classId ?? null) &&
    (a.taught ?? null) === (b.taught ?? null) &&
    (a.isLocked ?? false) === (b.isLocked ?? false))

/** The parts of a block that a teacher can change. Fields that only make sense together are one part. */
const PARTS = [
  ['title'],
  ['description'],
  ['startTime', 'endTime'],
  ['hasAlert', 'alertMessage'],
  ['classId'],
  ['taught'],
  ['isLocked'],
] as const satisfies (keyof TimeBlock)[][]
export type BlockPart = (typeof PARTS)[number]

/** Returns whether a part differs between two versions. No class, mark or lock is the same as a missing one. */
export const differsIn = (part: BlockPart, a: TimeBlock, b: TimeBlock): boolean =>
  part.some((field) => (a[field] || null) !== (b[field] || null))

export const partsThatDiffer = (a: TimeBlock, b: TimeBlock): BlockPart[] => PARTS.filter((part) => differsIn(part, a, b))

/** Returns a block with some parts of another version. */
export const withParts = (block: TimeBlock, parts: readonly BlockPart[], from: TimeBlock): TimeBlock => ({
  ...block,
  ...Object.fromEntries(parts.flat().map((field) => [field, from[field]])),
})

/** Returns my version with what only the other side changed, or undefined if both sides changed the same part. */
const mergedParts = (was: TimeBlock, mine: TimeBlock, theirs: TimeBlock): TimeBlock | undefined => {
  const changed = partsThatDiffer(was, theirs).filter((part) => differsIn(part, mine, theirs))
  return changed.some((part) => differsIn(part, was, mine)) ? undefined : withParts(mine, changed, theirs)
}

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
      continue
    }
    const both = was && my && their && mergedParts(was, my, their)
    if (both) merged.blocks.push(both)
    else {
      merged.blocks.push((their ?? my) as TimeBlock)
      merged.conflicts.push({ id, mine: my ?? null, theirs: their ?? null })
    }
  }
  return merged
}
