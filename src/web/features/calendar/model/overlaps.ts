type Stretch = { id: string; startTime: string; endTime: string }

/** Returns the IDs of blocks that overlap another block on the same day. Adjacent blocks don't count. */
export const overlapping = (blocks: readonly Stretch[]): Set<string> => {
  const marked = new Set<string>()
  const byStart = [...blocks].sort((a, b) => (a.startTime < b.startTime ? -1 : a.startTime > b.startTime ? 1 : 0))
  // The earlier block that ends last. If any earlier block overlaps, this one does.
  let longest: Stretch | undefined
  for (const block of byStart) {
    if (longest && block.startTime < longest.endTime) marked.add(block.id).add(longest.id)
    if (!longest || block.endTime > longest.endTime) longest = block
  }
  return marked
}
