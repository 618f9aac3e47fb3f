import { expect, test } from 'vitest'
import { linesUpTo, namedPlaces } from './chart-scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [214, [0, 100, 200, 300]],
  [100, [0, 50, 100]],
  [1_000_000, [0, 500_000, 1_000_000]],
])('a chart up to %i has round lines', (highest, lines) => expect(linesUpTo(highest)).toEqual(lines))

test('as many months are labeled below a chart as fit, always including the last', () => {
  expect([...namedPlaces(12, 12)]).toHaveLength(12)
  expect([...namedPlaces(12, 5)]).toEqual([2, 5, 8, 11])
  expect([...namedPlaces(1, 0)]).toEqual([0])
})
