import { expect, test } from 'vitest'
import { keptRange, keptWords } from './kept-range.ts'

const today = '2026-11-18'
const at = Date.parse('2026-11-18T15:44:00Z')
const reader = { timezone: 'America/New_York', timeFormat: '12', today } as const
const weeks = (...mondays: string[]) => new Map(mondays.map((monday) => [monday, at]))

test('the note names the weeks around today without a gap, and when they were confirmed', () => {
  const range = keptRange(weeks('2026-09-07', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'), today)
  expect(range && keptWords(range, reader)).toBe('November 2 to November 27 are here, as of 10:44 AM.')
})

test('a week that the server confirmed on another day makes the note name that day', () => {
  const range = keptRange(new Map([...weeks('2026-11-16'), ['2026-11-23', Date.parse('2026-11-17T13:05:00Z')]]), today)
  expect(range && keptWords(range, reader)).toBe('November 16 to November 27 are here, as of Tuesday, November 17, 8:05 AM.')
})

test('a week in the next year is named with its year', () => {
  const range = keptRange(weeks('2026-12-28'), '2026-12-30')
  expect(range && keptWords(range, { ...reader, today: '2026-12-30' })).toContain('December 28 to January 1, 2027 are here')
})

test('a device without this week names none', () => expect(keptRange(weeks('2026-11-23'), today)).toBeUndefined())
