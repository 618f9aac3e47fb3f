export const GROUP_SIZE = 15

/**
 * Returns the group number of each block, given the previous numbers (undefined for a new block). Adjacent blocks with the same number form
 * a group. A new block joins the preceding group, and a group larger than twice GROUP_SIZE is split. All other blocks keep their group.
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
