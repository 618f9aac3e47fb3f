import { expect, test } from 'vitest'
import { isWhole, numberOf } from './snapshot.ts'

const segments = (...numbers: number[]): string[] =>
  numbers.map((number) =>
    `00000001${Math.floor(number / 256)
      .toString(16)
      .padStart(8, '0')}${(number % 256).toString(16).padStart(8, '0')}`.toUpperCase(),
  )

test('pieces of the log are numbered across the end of a log', () => {
  expect(segments(1, 255, 256).map(numberOf)).toEqual([1, 255, 256])
  expect(numberOf('archive_status')).toBeUndefined()
})

test.each([
  ['the first needed and all after it are there before and after', [254, 255, 256], [254, 255, 256], true],
  ['older pieces were recycled under new names', [252, 253, 254, 255], [254, 255, 256, 257], true],
  ['the first needed was recycled before', [255, 256], [255, 256], false],
  ['the first needed was recycled meanwhile', [254, 255], [255, 256], false],
  ['a later one was, as the first of several', [254, 255, 256], [254, 256, 257], false],
  ['a later one was before', [254, 256], [254, 256], false],
])('%s', (_what, before, after, is) => {
  expect(isWhole(254, segments(...before), segments(...after))).toBe(is)
})
