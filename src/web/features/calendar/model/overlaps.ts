type Stretch = { id: string; startTime: string; endTime: string }

/** The ids of the blocks that share time with another of the same day; blocks that only touch do not. */
export const overlapping = (blocks: readonly Stretch[]): Set<string> => {
  const marked = new Set<string>()
  const byStart = [...blocks].sort((a, b) => (a.startTime < b.startTime ? -1 : a.startTime > b.startTime ? 1 : 0))
  // The block that ends last among those before: if anything before overlaps, this one does.
  let longest: Stretch | undefined
  for (const block of byStart) {
    if (longest && block.startTime < longest.endTime) marked.add(block.id).add(longest.id)
    if (!longest || block.endTime > longest.endTime) longest = block
  }
  return marked
}
