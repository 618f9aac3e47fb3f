import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { nextLessonsOf } from './next-lessons.ts'
import { plannedWeek, savedWeek } from './planned-week.ts'

const block = (startTime: string) => ({ id: startTime, title: startTime, description: '', startTime, endTime: '15:00' }) as TimeBlock
const day = (date: string, starts: string[], isBlocked = false) => ({ date, isBlocked, blocks: starts.map(block) }) as CalendarDay
const week = (monday: string, ...days: CalendarDay[]) => plannedWeek(savedWeek(monday, days), [])

const thisWeek = week(
  '2026-11-16',
  day('2026-11-18', ['08:00', '10:30', '12:15']),
  day('2026-11-19', ['08:30'], true),
  day('2026-11-20', ['09:00']),
)
const nextWeek = week('2026-11-23', day('2026-11-23', ['08:45']))
const next = (today: string, time: string, weeks = [thisWeek, nextWeek] as Parameters<typeof nextLessonsOf>[0]) => {
  const found = nextLessonsOf(weeks, today, time)
  return found && [found.date, ...found.lessons.map(({ block }) => block.startTime)]
}

test('the next lessons are those still ahead today, or else those of the next school day that has any', () => {
  expect(next('2026-11-18', '08:00')).toEqual(['2026-11-18', '10:30', '12:15'])
  expect(next('2026-11-18', '12:15'), 'Thursday is blocked').toEqual(['2026-11-20', '09:00'])
  expect(next('2026-11-20', '16:00')).toEqual(['2026-11-23', '08:45'])
  expect(next('2026-11-23', '16:00', [nextWeek, week('2026-11-30')])).toBeNull()
  expect(next('2026-11-20', '16:00', [thisWeek, undefined]), 'next week is not known').toBeUndefined()
})
