import { expect, test } from 'vitest'
import { showing } from './queries.ts'

const shows = showing(['2026-11-18'])
const isShown = (kind: string, when: string) => shows({ queryKey: ['calendar', 'mine', kind, when] })

test('a saved day is shown by its week, its month, and ranges that include it', () => {
  expect([isShown('week', '2026-11-16'), isShown('week', '2026-11-23')]).toEqual([true, false])
  expect([isShown('marks', '2026-11-01'), isShown('marks', '2026-12-01'), isShown('marks', 'all')]).toEqual([true, false, true])
  expect([isShown('outline', '2026-11-18 2026-11-20'), isShown('class', '2026-11-19 2026-11-20')]).toEqual([true, false])
})

test('a range whose dates aren’t chosen yet shows no day', () => {
  expect(isShown('outline', ' ')).toBe(false)
})
