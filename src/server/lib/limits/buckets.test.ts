import { expect, test } from 'vitest'
import { makeBuckets } from './buckets.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 18, 8, 0, seconds))

test('a burst is allowed, then single events as the bucket leaks, for each key separately', () => {
  const buckets = makeBuckets({ burst: 3, perHour: 60 })
  expect([1, 2, 3, 4].map(() => buckets.take('a', at(0)))).toEqual([true, true, true, false])
  expect(buckets.wait('a', at(0))).toBe(60)
  expect(buckets.take('b', at(0))).toBe(true)
  expect([buckets.take('a', at(59)), buckets.take('a', at(61)), buckets.take('a', at(62))]).toEqual([false, true, false])
})

test('a refused attempt does not extend the wait', () => {
  const buckets = makeBuckets({ burst: 1, perHour: 3600 })
  buckets.take('a', at(0))
  for (let try_ = 0; try_ < 100; try_++) expect(buckets.take('a', at(0))).toBe(false)
  expect(buckets.take('a', at(1))).toBe(true)
})

test('a clock that is set back neither resets nor extends a limit', () => {
  const buckets = makeBuckets({ burst: 1, perHour: 3600 })
  buckets.take('a', at(3000))
  expect(buckets.take('a', at(0))).toBe(false)
  expect(buckets.take('a', at(3001))).toBe(true)
})

test('a returned event frees its room, and no more', () => {
  const buckets = makeBuckets({ burst: 1, perHour: 1 })
  buckets.take('a', at(0))
  buckets.giveBack('a', at(0))
  buckets.giveBack('a', at(0))
  expect([buckets.take('a', at(0)), buckets.take('a', at(0))]).toEqual([true, false])
})

test('memory is bounded however many keys there are', () => {
  const buckets = makeBuckets({ burst: 1, perHour: 1 })
  for (let stranger = 0; stranger < 100_000; stranger++) buckets.take(`stranger ${stranger}`, at(0))
  expect(buckets.take('stranger 0', at(0))).toBe(true)
  expect(buckets.take('stranger 99999', at(0))).toBe(false)
})
