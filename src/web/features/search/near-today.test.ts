import { expect, test } from 'vitest'
import type { Find, FoundDay } from '#shared/calendar/search/contract.ts'
import { chipsOf, comingHits, dayInShort, daysOf, fromToday, nearestLesson, pastHits } from './near-today.ts'

const NOW = { today: '2026-11-18', time: '10:52' }

const lesson = (title: string, endTime = '11:30'): Find => ({
  kind: 'lesson',
  blockId: title,
  title: [title],
  startTime: '08:00',
  endTime,
  excerpt: [''],
})
const mark = (kind: 'note' | 'blockOut'): Find => ({ kind, blockId: null, title: [], startTime: null, endTime: null, excerpt: ['pizza'] })
const day = (date: string, finds: Find[], isBlocked = false): FoundDay => ({ date, isBlocked, finds })
const told = (hits: ReturnType<typeof comingHits>) => hits.map(({ date, find }) => `${date} ${find.title.join('') || find.kind}`)

const TODAY = day(NOW.today, [
  mark('note'),
  lesson('Reading', '09:30'),
  lesson('Writing', '10:52'),
  lesson('Math'),
  lesson('Science', '13:00'),
])

test('what is ahead starts with today’s lessons that haven’t ended, then goes on day by day', () => {
  const days = [TODAY, day('2026-11-19', [lesson('Math')]), day('2026-12-31', [lesson('Math')])]
  expect(told(comingHits(days, NOW))).toEqual([
    '2026-11-18 note',
    '2026-11-18 Math',
    '2026-11-18 Science',
    '2026-11-19 Math',
    '2026-12-31 Math',
  ])
})

test('what is over starts with the lesson that has just ended, then goes back day by day', () => {
  const days = [TODAY, day('2026-11-17', [lesson('Art'), lesson('Music')]), day('2025-11-18', [lesson('Math')])]
  expect(told(pastHits(days, NOW))).toEqual([
    '2026-11-18 Writing',
    '2026-11-18 Reading',
    '2026-11-17 Music',
    '2026-11-17 Art',
    '2025-11-18 Math',
  ])
})

test('each result is either ahead or over, at every minute of the day', () => {
  for (const time of ['00:00', '09:30', '10:51', '13:00', '23:59']) {
    const both = [...comingHits([TODAY], { ...NOW, time }), ...pastHits([TODAY], { ...NOW, time })]
    expect(both).toHaveLength(TODAY.finds.length)
  }
})

test('a blocked day’s lessons weren’t taught, and notes aren’t lessons', () => {
  const hits = pastHits(
    [day('2026-11-17', [mark('note')]), day('2026-11-16', [lesson('Math')], true), day('2026-11-13', [lesson('Math')])],
    NOW,
  )
  expect(nearestLesson(hits)).toBe('2026-11-13')
  expect(nearestLesson([])).toBeUndefined()
})

test('chips count lessons by subject, the largest first', () => {
  const hits = comingHits(
    [day('2026-11-19', [mark('blockOut'), lesson('Science'), lesson('math'), lesson('Math: fractions'), lesson('MATH  ')])],
    NOW,
  )
  expect(chipsOf(hits, []).map(({ label, count }) => `${label} ${count}`)).toEqual(['math 3', 'Blocked days 1', 'Science 1'])
})

test('a chip selects a class, whatever the titles of its lessons, and a class that is gone counts as none', () => {
  const of = (title: string, classId: string) => ({ ...lesson(title), classId })
  const hits = comingHits([day('2026-11-19', [of('Fractions', 'a'), of('Math', 'a'), of('Math', 'gone')])], NOW)
  expect(chipsOf(hits, [{ id: 'a', name: 'Algebra' }])).toEqual([
    { key: 'class a', kind: 'lesson', label: 'Algebra', classId: 'a', count: 2 },
    { key: 'lesson math', kind: 'lesson', label: 'Math', count: 1 },
  ])
})

test.each([
  ['2026-11-18', 'today'],
  ['2026-11-19', 'tomorrow'],
  ['2026-11-17', 'yesterday'],
  ['2026-11-30', 'in 12 days'],
  ['2026-11-09', '9 days ago'],
  ['2027-02-18', 'in 3 months'],
  ['2025-11-18', '12 months ago'],
  ['2023-11-18', '3 years ago'],
])('on November 18, %s is %j', (date, words) => {
  expect(fromToday(date, NOW.today)).toBe(words)
})

test('a day of another year says its year', () => {
  expect([dayInShort('2026-02-03', NOW.today), dayInShort('2025-02-03', NOW.today)]).toEqual(['Feb 3', 'Feb 3, 2025'])
})

test.each([
  ['2026-11-18', 'this-year', { from: '2026-07-01', to: '2027-06-30' }],
  ['2027-06-30', 'this-year', { from: '2026-07-01', to: '2027-06-30' }],
  ['2027-07-01', 'this-year', { from: '2027-07-01', to: '2028-06-30' }],
  ['2026-11-18', 'last-year', { from: '2025-07-01', to: '2026-06-30' }],
  ['2026-11-18', 'all', {}],
] as const)('on %s, the period %s has the days %j', (today, period, days) => {
  expect(daysOf(period, today)).toEqual(days)
})
