import { expect, test } from 'vitest'
import type { ImportEntry } from '#shared/imports/contract.ts'
import {
  datesInWords,
  dayInWords,
  daysOf,
  leftOutInWords,
  markerOf,
  movedTimeInWords,
  recordsInWords,
  thingsInWords,
  totalsInWords,
  totalsOf,
  weekendsInWords,
  withRole,
} from './import-words.ts'

const TODAY = '2026-11-18'
const entry = (change: Partial<ImportEntry> = {}): ImportEntry => ({
  ...{ line: 2, kind: 'lesson', date: '2026-11-30', title: 'Math', startTime: '10:30', endTime: '11:30', words: '' },
  ...{ classId: null, there: null, outcome: 'add', ...change },
})

test('what comes in is counted in words, and what is left out is not', () => {
  const totals = totalsOf([
    entry(),
    entry({ date: '2026-12-09', outcome: 'fill' }),
    entry({ outcome: 'keep', there: 'Math' }),
    entry({ outcome: 'same', date: '2026-12-24', there: 'Math' }),
    entry({ outcome: 'same', date: '2026-12-25' }),
    entry({ kind: 'dayOff', title: 'Thanksgiving', date: '2026-12-01' }),
    entry({ kind: 'note', date: '2026-12-01' }),
  ])
  expect(thingsInWords(totals)).toBe('2 lessons, 1 day off and 1 note')
  expect(totalsInWords(totals, TODAY)).toBe('2 lessons, 1 day off and 1 note on 3 days, November 30 to December 9')
  expect(leftOutInWords(totals)).toBe('1 is already in your planner, 1 is in this file twice and 1 is left out because a lesson is there.')
  expect(totals.dates).toEqual(['2026-11-30', '2026-12-01', '2026-12-09'])
})

test('days off alone are days already, and one that changes nothing says so', () => {
  const off = (date: string) => entry({ kind: 'dayOff', date })
  expect(totalsInWords(totalsOf([off('2026-11-25'), off('2026-11-26')]), TODAY)).toBe('2 days off, November 25 to November 26')
  expect(totalsInWords(totalsOf([entry({ outcome: 'same' })]), TODAY)).toBe('Nothing new')
  expect(dayInWords([entry({ outcome: 'keep' })])).toBe('Nothing new')
})

test('a range names its years only if they aren’t this one', () => {
  expect(datesInWords(['2026-11-30'], TODAY)).toBe('Monday, November 30')
  expect(datesInWords(['2027-01-08'], TODAY)).toBe('Friday, January 8, 2027')
  expect(datesInWords(['2026-11-30', '2027-01-08'], TODAY)).toBe('November 30, 2026 to January 8, 2027')
  expect(datesInWords([], TODAY)).toBe('')
  expect(totalsInWords(totalsOf([entry()]), TODAY)).toBe('1 lesson on Monday, November 30')
})

test('each lesson says what happens where a lesson is there already', () => {
  const words = (change: Partial<ImportEntry>) => markerOf(entry({ there: 'Math', ...change }))
  expect(words({})).toBe('Math is already there')
  expect(words({ outcome: 'replace' })).toBe('Replaces Math')
  expect(words({ outcome: 'fill' })).toBe('Fills your Math')
  expect(words({ outcome: 'keep' })).toBe('Left out: Math is there')
  expect(words({ outcome: 'same' })).toBe('Already in your planner')
  expect(markerOf(entry())).toBe('')
  expect(markerOf(entry({ outcome: 'same' }))).toBe('Twice in this file')
})

test('lessons on a weekend are counted, because no week shows them', () => {
  expect(weekendsInWords(totalsOf([entry({ date: '2026-11-21' }), entry({ date: '2026-11-22' }), entry()]))).toBe(
    '2 lessons are on a Saturday or Sunday. The week doesn’t show those days.',
  )
  expect(weekendsInWords(totalsOf([entry(), entry({ date: '2026-11-21', kind: 'note' })]))).toBe('')
})

test('a time is explained only if it was moved to the afternoon', () => {
  const moved = (line: string, startTime = '13:15') => movedTimeInWords([entry({ startTime })], `Date\tStart\n${line}`)
  expect(moved('11/30\t1:15\tMath')).toBe('1:15 without AM or PM is read as 1:15 PM.')
  expect([moved('11/30\t1:15 PM\tMath'), moved('11/30\t13:15\tMath'), moved('11/30\t8:00\tMath', '08:00')]).toEqual(['', '', ''])
})

test('a column that becomes the date takes that from the other one, and several columns can be the text', () => {
  expect(withRole(['monthFirst', 'title', 'ignore'], 2, 'dayFirst')).toEqual(['ignore', 'title', 'dayFirst'])
  expect(withRole(['title', 'text', 'ignore'], 2, 'title')).toEqual(['ignore', 'text', 'title'])
  expect(withRole(['title', 'text', 'ignore'], 2, 'text')).toEqual(['title', 'text', 'text'])
})

test('days are in order, each with its entries in theirs', () => {
  const days = daysOf([entry({ date: '2026-12-01' }), entry({ title: 'A' }), entry({ title: 'B' })])
  expect(days.map(({ date, entries }) => [date, entries.map(({ title }) => title)])).toEqual([
    ['2026-11-30', ['A', 'B']],
    ['2026-12-01', ['Math']],
  ])
})

test('what an archive brings besides days is listed', () => {
  expect(recordsInWords({ classes: 4, timetables: 1, unplaced: 2, templates: 12 })).toBe(
    '4 classes, 1 timetable, 2 unplaced lessons and 12 templates',
  )
  expect(recordsInWords({ classes: 1, timetables: 0, unplaced: 0, templates: 0 })).toBe('1 class')
})
