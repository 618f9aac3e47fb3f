import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { type DayEdit, isOn, withEdit } from './edits.ts'
import { blockOn, dayOfWeek, editRules, neighbourMondays, plannedWeek, savedWeek, usualLessonsOf, withEntry } from './planned-week.ts'

editRules.now = { isOn, withEdit }

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

const saved = savedWeek('2026-11-16', [
  entry('2026-11-17', [
    block('art', '09:00', { description: '<p>Clay &amp; glaze</p>' }),
    block('math', '08:00', { endTime: '08:45', hasAlert: true }),
  ]),
  entry('2026-11-20', [block('music', '08:00', { description: '<p>Choir</p>' })], { isBlocked: true, blockedText: 'Conferences' }),
])
const week = plannedWeek(saved, [])

test('a week has five days, Monday to Friday, including empty ones', () => {
  expect(week.days.map(({ date }) => date)).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
  expect(week.days[0]).toMatchObject({ entry: null, lessons: [] })
})

test('lessons are in chronological order and have their previews', () => {
  const lessons = dayOfWeek(week, '2026-11-17')?.lessons
  expect(lessons?.map(({ block, preview }) => [block.id, preview])).toEqual([
    ['math', ''],
    ['art', 'Clay & glaze'],
  ])
})

test('the totals of a week exclude lessons on non-instructional days', () => {
  expect(week.totals).toEqual({ lessons: 2, written: 1, alerts: 1 })
})

const drama: DayEdit = { type: 'block', date: '2026-11-16', before: null, after: block('drama', '10:00') }

test('an edit shows immediately, and only its day is computed again', () => {
  const changed = plannedWeek(saved, [drama])
  expect(dayOfWeek(changed, '2026-11-16')?.lessons.map(({ block }) => block.id)).toEqual(['drama'])
  expect(changed.days[1]).toBe(week.days[1])
  expect(plannedWeek(saved, [drama])).toBe(changed)
})

test('edits of the same day show together, regardless of what they change', () => {
  const marked = plannedWeek(saved, [
    drama,
    { type: 'mark', date: '2026-11-16', kind: 'note', text: 'Bring cake', seen: null },
    { type: 'marks', dates: ['2026-11-16', '2026-11-17'], kind: 'block-out', text: 'Break' },
  ])
  expect(marked.days.map(({ marks }) => [marks.blockedText, marks.noteText])).toEqual([
    ['Break', 'Bring cake'],
    ['Break', null],
    [null, null],
    [null, null],
    ['Conferences', null],
  ])
  expect(marked.days[0]?.lessons).toHaveLength(1)
})

test('a reverted edit leaves the day unchanged', () => {
  const pending = plannedWeek(saved, [{ type: 'block', date: '2026-11-17', before: block('art', '09:00'), after: null }])
  expect(dayOfWeek(pending, '2026-11-17')?.lessons).toHaveLength(1)
  expect(plannedWeek(saved, [])).toEqual(week)
})

test('confirming a day keeps the other days as the same objects', () => {
  const before = plannedWeek(saved, [])
  const confirmed = plannedWeek(withEntry(saved, '2026-11-16', entry('2026-11-16', [block('drama', '10:00')])), [])
  expect(dayOfWeek(confirmed, '2026-11-16')?.lessons).toHaveLength(1)
  expect(confirmed.days.slice(1).map((day, at) => day === before.days[at + 1])).toEqual([true, true, true, true])
})

test('the weeks around a week are prefetched, nearest first', () => {
  expect(neighbourMondays('2026-11-16')).toEqual(['2026-11-23', '2026-11-09', '2026-11-30', '2026-11-02'])
})

test('a chosen color applies to the week, and a day with unchanged colors stays the same object', () => {
  const colors = { classes: [], chosen: [{ subject: 'math', hue: 3 }] }
  const colored = plannedWeek(saved, [], colors)
  expect(dayOfWeek(colored, '2026-11-17')?.lessons[0]?.hue).toBe('h3')
  expect(dayOfWeek(colored, '2026-11-17')?.lessons[1]?.hue).not.toBe('h3')
  expect(dayOfWeek(colored, '2026-11-18')).toBe(dayOfWeek(week, '2026-11-18'))
  expect(plannedWeek(saved, [], { ...colors })).toBe(colored)
})

test('a short day hides the lessons that are left out, finds them, and copies all of them at their usual times', () => {
  const usual = { startTime: '08:00', endTime: '09:00', shortDay: '2-hour delay' }
  const out = block('art', '08:00', { usual: { ...usual, startTime: '07:00', isLeftOut: true } })
  const short = savedWeek('2026-11-16', [entry('2026-11-17', [block('math', '10:00', { usual }), out])])
  const day = dayOfWeek(plannedWeek(short, []), '2026-11-17')
  if (!day) throw new Error('The day is missing')
  expect(day.lessons.map(({ block }) => block.id)).toEqual(['math'])
  expect(blockOn(day, 'art')?.id).toBe('art')
  expect(usualLessonsOf(day).map(({ id, startTime }) => `${id} ${startTime}`)).toEqual(['art 07:00', 'math 08:00'])
  const restored = plannedWeek(short, [{ type: 'usual-times', date: '2026-11-17' }])
  expect(dayOfWeek(restored, '2026-11-17')).toMatchObject({ shortDay: undefined, lessons: [{}, {}], leftOut: [] })
})
