import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { dayOfWeek, neighbourMondays, plannedWeek, withDay } from './planned-week.ts'

const block = (id: string, startTime: string, more: Partial<TimeBlock> = {}): TimeBlock => ({
  id,
  title: id,
  description: '',
  startTime,
  endTime: '15:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
  ...more,
})
const entry = (date: string, blocks: TimeBlock[], more: Partial<CalendarDay> = {}): CalendarDay => ({
  id: date,
  userId: 'maya',
  date,
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  blocks,
  version: 1,
  operationId: 'op',
  ...more,
})

const week = plannedWeek('2026-11-16', [
  entry('2026-11-17', [
    block('art', '09:00', { description: '<p>Clay &amp; glaze</p>' }),
    block('math', '08:00', { endTime: '08:45', hasAlert: true }),
  ]),
  entry('2026-11-20', [block('music', '08:00', { description: '<p>Choir</p>' })], { isBlocked: true, blockedText: 'Conferences' }),
])

test('a week is five days, Monday to Friday, also those that hold nothing', () => {
  expect(week.days.map(({ date }) => date)).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
  expect(week.days[0]).toMatchObject({ entry: null, lessons: [] })
})

test('lessons stand in the order of the day with their preview made', () => {
  const lessons = dayOfWeek(week, '2026-11-17')?.lessons
  expect(lessons?.map(({ block, preview }) => [block.id, preview])).toEqual([
    ['math', ''],
    ['art', 'Clay & glaze'],
  ])
})

test('the numbers of a week leave out the lessons of a non-instructional day', () => {
  expect(week.totals).toEqual({ lessons: 2, written: 1, alerts: 1 })
})

test('a pending edit is shown at once and only its day is planned anew', () => {
  const changed = withDay(week, '2026-11-16', (day) => ({ ...day, pending: [{ before: null, after: block('drama', '10:00') }] }))
  expect(dayOfWeek(changed, '2026-11-16')?.lessons.map(({ block }) => block.id)).toEqual(['drama'])
  expect(changed.days[1]).toBe(week.days[1])
})

test('when the pending edit is taken back the day is as it was', () => {
  const pending = withDay(week, '2026-11-17', (day) => ({ ...day, pending: [{ before: block('art', '09:00'), after: null }] }))
  expect(dayOfWeek(pending, '2026-11-17')?.lessons).toHaveLength(1)
  expect(withDay(pending, '2026-11-17', (day) => ({ ...day, pending: [] }))).toEqual(week)
})

test('the neighbours of a week are fetched ahead, the nearest first', () => {
  expect(neighbourMondays('2026-11-16')).toEqual(['2026-11-23', '2026-11-09', '2026-11-30', '2026-11-02'])
})
