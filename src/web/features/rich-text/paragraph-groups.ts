export const GROUP_SIZE = 15

/**
 * The group of each block of a text, given those that they had (undefined for a new block). Blocks side by side with the
 * same number are one group. A new block joins the one before it; a group that grew to more than twice its size is cut
 * into several. No other block changes its group. Pure.
 */
export function groupBlocks(before: readonly (number | undefined)[]): number[] {
  let last = before.find((group) => group !== undefined) ?? 0
  const groups = before.map((group) => {
    last = group ?? last
    return last
  })
  let free = groups.reduce((highest, group) => Math.max(highest, group), 0) + 1
  for (let from = 0, to = 0; from < groups.length; from = to) {
    while (to < groups.length && groups[to] === groups[from]) to++
    if (to - from <= 2 * GROUP_SIZE) continue
    for (let start = from + GROUP_SIZE; start < to; start += GROUP_SIZE) groups.fill(free++, start, Math.min(start + GROUP_SIZE, to))
  }
  return groups
}
