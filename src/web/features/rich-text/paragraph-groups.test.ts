import { expect, test } from 'vitest'
import { GROUP_SIZE, groupBlocks } from './paragraph-groups.ts'

const blocks = (count: number, group?: number) => Array.from({ length: count }, () => group)

test('a text without groups is split into groups of equal size', () => {
  const groups = groupBlocks(blocks(3 * GROUP_SIZE + 1))
  expect(new Set(groups).size).toBe(4)
  expect(groups.filter((group) => group === groups[0])).toHaveLength(GROUP_SIZE)
  expect(groupBlocks(groups)).toEqual(groups)
  expect(groupBlocks([])).toEqual([])
})

test('a new block joins the group before it, and all others keep theirs', () => {
  expect(groupBlocks([undefined, 4, undefined, 4, 2, undefined, 7])).toEqual([4, 4, 4, 4, 2, 2, 7])
})

test('a group that grew too large is split, and the others stay', () => {
  const groups = groupBlocks([5, ...blocks(2 * GROUP_SIZE, 1), ...blocks(1), 3])
  expect(groups[0]).toBe(5)
  expect(groups.at(-1)).toBe(3)
  expect(groups.slice(1, 1 + GROUP_SIZE).every((group) => group === 1)).toBe(true)
  expect(new Set(groups)).toEqual(new Set([5, 1, 6, 7, 3]))
})
