import { expect, test } from 'vitest'
import { nextPlanDay } from './next-plan-day.ts'

type Day = { isBlocked?: boolean; ends?: string[] }

/** Returns the next plan day, starting on a Thursday at `time`. */
const next = (time: string, days: Record<string, Day> = {}, today = '2026-11-19') =>
  nextPlanDay({ today, time }, async (date) => {
    const { isBlocked = false, ends = [] } = days[date] ?? {}
    return { marks: { isBlocked }, lessons: ends.map((endTime) => ({ block: { endTime } })) }
  })
const LESSONS = { '2026-11-19': { ends: ['09:00', '15:10', '12:00'] } }

test('suggests today until its last lesson has ended', async () => {
  expect(await next('06:30', LESSONS)).toBe('2026-11-19')
  expect(await next('15:09', LESSONS)).toBe('2026-11-19')
  expect(await next('15:10', LESSONS)).toBe('2026-11-20')
  expect(await next('21:00', LESSONS)).toBe('2026-11-20')
})

test('a day without lessons ends at four', async () => {
  expect(await next('15:59')).toBe('2026-11-19')
  expect(await next('16:00')).toBe('2026-11-20')
})

test('skips days off and weekends, even over a long break', async () => {
  const friday = { '2026-11-20': { isBlocked: true } }
  expect(await next('21:00', friday)).toBe('2026-11-23')
  expect(await next('08:00', { '2026-11-19': { isBlocked: true }, ...friday })).toBe('2026-11-23')
  expect(await next('08:00', {}, '2026-11-21')).toBe('2026-11-23')
})

test('falls back to the next school day if no day is free or can be loaded', async () => {
  expect(await nextPlanDay({ today: '2026-11-21', time: '08:00' }, async () => ({ marks: { isBlocked: true }, lessons: [] }))).toBe(
    '2026-11-23',
  )
  expect(await nextPlanDay({ today: '2026-11-19', time: '21:00' }, async () => undefined)).toBe('2026-11-20')
})
