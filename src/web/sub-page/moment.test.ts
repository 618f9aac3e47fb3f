import { expect, test } from 'vitest'
import { timeIn, todayIn } from '#shared/dates.ts'
import { daysInWords, minutesInWords, momentAt, progressAt } from './moment.ts'

const lesson = (date: string, startTime: string, endTime: string) => ({ date, startTime, endTime })
const WED = '2026-11-18'
const FRI = '2026-11-20'
const LESSONS = [lesson(WED, '08:00', '08:20'), lesson(WED, '10:30', '11:30'), lesson(WED, '12:15', '13:00'), lesson(FRI, '08:00', '09:00')]
const at = (today: string, time: string, lessons = LESSONS) => momentAt([WED, FRI], lessons, today, time)

test('a substitute sees the lesson that is taught now, and the next one', () => {
  expect(at(WED, '10:52')).toEqual({ date: WED, now: [1], next: 2, state: 'lesson' })
  expect(at(WED, '11:30')).toMatchObject({ now: [], next: 2, state: 'between' })
  expect(at(WED, '07:10')).toMatchObject({ now: [], next: 0, state: 'before' })
  expect(at(WED, '13:00')).toMatchObject({ now: [], next: null, state: 'after' })
})

test('two groups at the same time are both taught now', () => {
  expect(at(WED, '10:40', [...LESSONS, lesson(WED, '10:30', '11:00')]).now).toEqual([1, 4])
})

test('on a day that the plan doesn’t have, a substitute sees the plan’s next day, or its last one', () => {
  expect(at('2026-11-17', '18:00')).toEqual({ date: WED, now: [], next: 0, state: 'ahead' })
  expect(at('2026-11-19', '10:52')).toEqual({ date: FRI, now: [], next: 3, state: 'ahead' })
  expect(at('2026-11-21', '10:52')).toEqual({ date: FRI, now: [], next: null, state: 'past' })
  expect(momentAt([WED], [], WED, '10:52').state).toBe('free')
})

test('a phone in another time zone shows the lesson of the teacher’s clock', () => {
  const instant = Date.parse('2026-11-18T15:52:00Z')
  const zone = 'America/New_York'
  expect(at(todayIn(zone, instant), timeIn(zone, instant)).now).toEqual([1])
})

test('times are in words that a substitute reads at a glance', () => {
  expect(minutesInWords(83)).toBe('1 hour 23 minutes')
  expect(minutesInWords(120)).toBe('2 hours')
  expect(minutesInWords(1)).toBe('1 minute')
  expect(minutesInWords(0)).toBe('0 minutes')
  expect(progressAt(lesson(WED, '10:30', '11:30'), '10:45')).toEqual({ part: 0.25, left: 45 })
  expect(daysInWords(WED, '2026-11-19')).toBe('tomorrow')
  expect(daysInWords(WED, FRI)).toBe('in 2 days')
})
