import { expect, test } from 'vitest'
import { isWhole, numberOf } from './snapshot.ts'

const segments = (...numbers: number[]): string[] =>
  numbers.map((number) =>
    `00000001${Math.floor(number / 256)
      .toString(16)
      .padStart(8, '0')}${(number % 256).toString(16).padStart(8, '0')}`.toUpperCase(),
  )

test('log segments are numbered continuously across log files', () => {
  expect(segments(1, 255, 256).map(numberOf)).toEqual([1, 255, 256])
  expect(numberOf('archive_status')).toBeUndefined()
})

test.each([
  ['all needed segments exist before and after', [254, 255, 256], [254, 255, 256], true],
  ['older segments were recycled under new names', [252, 253, 254, 255], [254, 255, 256, 257], true],
  ['the first needed segment was recycled before', [255, 256], [255, 256], false],
  ['the first needed segment was recycled during the copy', [254, 255], [255, 256], false],
  ['a later segment was recycled during the copy', [254, 255, 256], [254, 256, 257], false],
  ['a later segment was recycled before', [254, 256], [254, 256], false],
])('%s', (_what, before, after, is) => {
  expect(isWhole(254, segments(...before), segments(...after))).toBe(is)
})
