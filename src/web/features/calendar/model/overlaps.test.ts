import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeOf } from '#shared/dates.ts'
import { overlapping } from './overlaps.ts'

const block = (id: string, startTime: string, endTime: string) => ({ id, startTime, endTime })

test('consecutive lessons are not marked', () => {
  expect(overlapping([block('a', '08:00', '09:00'), block('b', '09:00', '10:00')])).toEqual(new Set())
})

test('lunches inside a long block are all marked', () => {
  const blocks = [block('b', '11:30', '12:00'), block('a', '11:00', '13:00'), block('c', '12:00', '12:30'), block('d', '13:00', '14:00')]
  expect(overlapping(blocks)).toEqual(new Set(['a', 'b', 'c']))
})

test('marking agrees with comparing every pair', () => {
  const stretch = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 12 }), (stretches) => {
      const blocks = stretches.map(([start, length], index) => block(String(index), timeOf(start * 10), timeOf((start + length) * 10)))
      const pairs = blocks.filter((a) => blocks.some((b) => a !== b && a.startTime < b.endTime && b.startTime < a.endTime))
      expect(overlapping(blocks)).toEqual(new Set(pairs.map((each) => each.id)))
    }),
  )
})
