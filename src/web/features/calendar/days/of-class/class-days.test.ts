import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { classWith, classWithEntries, mayStayOff, type SavedClass } from './class-days.ts'

const aBlock = (id: string, more: Partial<TimeBlock> = {}): TimeBlock => ({
  id,
  title: 'Math',
  description: '',
  startTime: '09:00',
  endTime: '10:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
  classId: 'math',
  ...more,
})
const saved: SavedClass = {
  classId: 'math',
  from: '2026-08-01',
  to: '2027-07-31',
  lessons: [
    { date: '2026-11-17', block: aBlock('a') },
    { date: '2026-11-19', block: aBlock('b') },
  ],
  daysOff: [{ date: '2026-11-18', reason: 'Conferences' }],
}
const shownOf = ({ lessons, daysOff }: SavedClass) => [
  ...lessons.map(({ date, block }) => `${date} ${block.id} ${block.description}`.trim()),
  ...daysOff.map(({ date, reason }) => `${date} ${reason}`),
]
const anEntry = (more: Partial<CalendarDay>) => ({ isBlocked: false, blockedText: null, blocks: [], ...more }) as unknown as CalendarDay

test('an edit that is being saved already shows in its class', () => {
  const [a] = [saved.lessons[0]?.block as TimeBlock]
  const shown = classWith(saved, [
    { type: 'block', date: '2026-11-17', before: a, after: { ...a, description: 'Quiz' } },
    { type: 'block', date: '2026-11-20', before: null, after: aBlock('c') },
    { type: 'block', date: '2026-11-20', before: null, after: aBlock('art', { classId: 'art' }) },
  ])
  expect(shownOf(shown)).toEqual(['2026-11-17 a Quiz', '2026-11-19 b', '2026-11-20 c', '2026-11-18 Conferences'])
})

test('a lesson that leaves the class, or moves to another day, goes there', () => {
  const [a, b] = saved.lessons.map(({ block }) => block) as [TimeBlock, TimeBlock]
  const shown = classWith(saved, [
    { type: 'block', date: '2026-11-17', before: a, after: { ...a, classId: null } },
    { type: 'move', from: '2026-11-19', to: '2026-11-20', before: b, after: b },
  ])
  expect(shownOf(shown)).toEqual(['2026-11-20 b', '2026-11-18 Conferences'])
})

test('blocking out a day hides its lessons, and a change elsewhere changes nothing', () => {
  const shown = classWith(saved, [{ type: 'mark', date: '2026-11-19', kind: 'block-out', text: 'Snow', seen: null }])
  expect(shownOf(shown)).toEqual(['2026-11-17 a', '2026-11-18 Conferences', '2026-11-19 Snow'])
  expect(classWith(saved, [{ type: 'mark', date: '2026-07-31', kind: 'block-out', text: 'Snow', seen: null }])).toBe(saved)
})

test('a saved day replaces what the class knew of it', () => {
  const entries = new Map([
    ['2026-11-17', null],
    ['2026-11-18', anEntry({ blocks: [aBlock('late', { startTime: '13:00' }), aBlock('early'), aBlock('art', { classId: 'art' })] })],
    ['2026-11-20', anEntry({ isBlocked: true, blockedText: 'Snow' })],
  ])
  expect(shownOf(classWithEntries(saved, entries))).toEqual(['2026-11-18 early', '2026-11-18 late', '2026-11-19 b', '2026-11-20 Snow'])
  // The school may have the day off, which the saved day doesn't say.
  expect(mayStayOff(saved, entries)).toBe(true)
  expect(mayStayOff(saved, new Map([['2026-11-17', null]]))).toBe(false)
})
