import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { dayOfWeek, plannedWeek, savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { alertKey, alertWords, dueAlerts } from './due-alerts.ts'

const lesson = (title: string, startTime: string, alert: Partial<TimeBlock> = {}): TimeBlock => ({
  id: title,
  title,
  description: '',
  startTime,
  endTime: '23:59',
  hasAlert: true,
  alertMessage: `Mind ${title}`,
  order: 0,
  ...alert,
})
const blocks = [lesson('Math', '10:30'), lesson('Art', '10:32', { alertMessage: '' }), lesson('Gym', '10:30', { hasAlert: false })]
const entry = (part: Partial<CalendarDay> = {}): CalendarDay => ({
  id: '1',
  userId: 'maya',
  date: '2026-11-18',
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  blocks,
  version: 1,
  operationId: '1',
  ...part,
})
const dayWith = (part?: Partial<CalendarDay>) => dayOfWeek(plannedWeek(savedWeek('2026-11-16', [entry(part)]), []), '2026-11-18')
const due = (time: string, day = dayWith()) => dueAlerts(day, time).map(({ title }) => title)

test.each([
  ['10:29', []],
  ['10:30', ['Math']],
  ['10:32', ['Math', 'Art']],
  ['10:34', ['Math', 'Art']],
  // The alert for Math is five minutes late, for example because the computer was asleep.
  ['10:35', ['Art']],
  ['13:00', []],
])('at %s the alerts of %j are due', (time, titles) => {
  expect(due(time)).toEqual(titles)
})

test('no alerts are due on a non-instructional day, an empty day, or a weekend', () => {
  expect(due('10:30', dayWith({ isBlocked: true, blockedText: 'Snow' }))).toEqual([])
  expect(due('10:30', dayWith({ blocks: [] }))).toEqual([])
  expect(dueAlerts(undefined, '10:30')).toEqual([])
})

test('an alert at midnight is due at midnight, not the evening before', () => {
  const night = dayWith({ blocks: [lesson('Night', '00:00')] })
  expect(due('00:00', night)).toEqual(['Night'])
  expect(due('23:59', night)).toEqual([])
})

test('a moved lesson alerts again', () => {
  const math = lesson('Math', '10:30')
  expect(alertKey(math)).not.toBe(alertKey({ ...math, startTime: '11:00' }))
  expect(alertKey(math)).toBe(alertKey({ ...math, title: 'Algebra' }))
})

test('one alert shows its lesson and message; several share one message', () => {
  expect(alertWords([lesson('Math', '12:30')], '12')).toEqual({ title: 'Math, 12:30 PM', body: 'Mind Math' })
  expect(alertWords([lesson('Math', '12:30'), lesson('Art', '12:30', { alertMessage: '' })], '24')).toEqual({
    title: '2 alerts',
    body: 'Math, 12:30: Mind Math; Art, 12:30',
  })
})

test('on a short day, an alert is due at the lesson’s short time, and a lesson that is left out has none', () => {
  const usual = { startTime: '08:00', endTime: '09:00', shortDay: '2-hour delay' }
  const short = entry({ blocks: [lesson('Math', '10:30', { usual }), lesson('Art', '10:30', { usual: { ...usual, isLeftOut: true } })] })
  const day = dayOfWeek(plannedWeek(savedWeek('2026-11-16', [short]), []), '2026-11-18')
  expect(dueAlerts(day, '10:30').map(({ title }) => title)).toEqual(['Math'])
  expect(dueAlerts(day, '08:00')).toEqual([])
  expect(day?.shortDay).toBe('2-hour delay')
})
