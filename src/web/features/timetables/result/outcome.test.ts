import { describe, expect, test } from 'vitest'
import { mondayOf, schoolWeekOf } from '#shared/dates.ts'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'
import { newTimetableDraft } from '#web/features/timetables/model/timetable-draft.ts'
import { countingOf, inWeek, setByHandIn } from './counting.ts'
import { monthsOf, nextDayOff, outcomeOf, rangesOff, timesPerDay } from './outcome.ts'

const CLASSES = [
  { id: 'math', name: 'Math' },
  { id: 'art', name: 'Art' },
]
const rows = [
  { startTime: '08:00', endTime: '08:45' },
  { startTime: '09:00', endTime: '09:45' },
]
const lesson = (title: string, more: Partial<OutlinedLesson> = {}): OutlinedLesson => ({
  id: title,
  title,
  startTime: '08:00',
  endTime: '08:45',
  order: 0,
  classId: null,
  hasText: false,
  ...more,
})
const day = (date: string, more: Partial<OutlinedDay>): OutlinedDay => ({ date, isBlocked: false, blockedText: null, blocks: [], ...more })
const off = (date: string, blockedText: string | null) => day(date, { isBlocked: true, blockedText })

/** Math each day and Art second, in the three weeks from November 16 on, filled from November 19 on. */
const choices = {
  firstDay: '2026-11-16',
  lastDay: '2026-12-04',
  rhythm: { kind: 'weekly' as const },
  rows,
  cells: [1, 2, 3, 4, 5].flatMap((weekday) => [
    { day: weekday, row: 0, classId: 'math' },
    { day: weekday, row: 1, classId: 'art' },
  ]),
  fixed: [],
  from: '2026-11-19',
  existing: 'keep' as const,
  setByHand: {},
  joins: {},
}
const THANKSGIVING = ['2026-11-25', '2026-11-26', '2026-11-27'].map((date) => off(date, 'Thanksgiving'))

describe('the result of a timetable', () => {
  test('counts lessons on free days, and skips days off and days that are over', () => {
    const { added, days } = outcomeOf(choices, THANKSGIVING, CLASSES)
    expect(added).toBe(18)
    expect(days.map(({ kind }) => kind[0]).join('')).toBe('pppff' + 'ffooo' + 'fffff')
    expect(rangesOff(days, choices.from)).toEqual([{ from: '2026-11-25', to: '2026-11-27', reason: 'Thanksgiving', days: 3 }])
  })

  test('keeps days that have lessons, which join their class', () => {
    const outlined = [
      day('2026-11-20', { blocks: [lesson('math'), lesson('Assembly')] }),
      day('2026-11-17', { blocks: [lesson('Assembly')] }),
    ]
    const outcome = outcomeOf(choices, outlined, CLASSES)
    expect(outcome.days.find(({ date }) => date === '2026-11-20')).toMatchObject({ kind: 'kept', added: 0 })
    expect(outcome).toMatchObject({ joined: 1, unplaced: 0, resembling: [], added: 22 })
  })

  test('replaces lessons if the teacher wants that, and names texts without a place', () => {
    const blocks = [lesson('Math', { hasText: true }), lesson('Assembly', { hasText: true }), lesson('Recess')]
    const outcome = outcomeOf({ ...choices, existing: 'replace' }, [day('2026-11-20', { blocks })], CLASSES)
    expect(outcome.days.find(({ date }) => date === '2026-11-20')).toMatchObject({ kind: 'replaced', added: 1 })
    expect(outcome.unplaced).toBe(1)
  })

  test('asks once per title that only resembles a class, and does what the teacher answers', () => {
    const outlined = ['2026-11-20', '2026-11-23'].map((date) => day(date, { blocks: [lesson('Math groups')] }))
    expect(outcomeOf(choices, outlined, CLASSES)).toMatchObject({
      joined: 0,
      resembling: [{ title: 'Math groups', lessons: 2, classIds: ['math'] }],
    })
    expect(outcomeOf({ ...choices, joins: { 'Math groups': 'math' } }, outlined, CLASSES).joined).toBe(2)
    expect(outcomeOf({ ...choices, joins: { 'Math groups': null } }, outlined, CLASSES)).toMatchObject({
      joined: 0,
      resembling: [{ title: 'Math groups', lessons: 2 }],
    })
  })

  test('alternates weeks A and B across New Year and a leap day', () => {
    const year = { ...choices, firstDay: '2027-08-25', lastDay: '2028-06-16', from: '2027-08-25' }
    const outlined = schoolWeekOf('2028-02-28').map((date) => day(date, { blocks: [lesson('Math', { hasText: true })] }))
    const { days } = outcomeOf({ ...year, rhythm: { kind: 'ab' } }, outlined, CLASSES)
    expect(days).toHaveLength(213)
    expect(days.find(({ date }) => date === '2028-02-29')?.kind).toBe('kept')
    expect(days.find(({ date }) => date === '2028-01-03')?.number).toBe(6)
  })
})

const CYCLE = { kind: 'cycle' as const, days: 6, onDayOff: 'wait' as const }
const isOff = (date: string) => date >= '2026-11-25' && date <= '2026-11-27'

test('both answers for days off in a cycle name the next date that they decide', () => {
  const year = { firstDay: '2026-11-16', lastDay: '2026-12-04', setByHand: { '2026-11-18': 3 } }
  expect(nextDayOff(year, CYCLE, isOff, '2026-11-18')).toEqual({ date: '2026-11-25', next: '2026-11-30', number: 2 })
  expect(nextDayOff(year, CYCLE, isOff, '2026-11-30')).toBeNull()
})

test('each day of a cycle is counted until the end', () => {
  const { numbers } = outcomeOf({ ...choices, rhythm: CYCLE, setByHand: { '2026-11-16': 1 } }, THANKSGIVING, CLASSES)
  expect(timesPerDay(numbers, '2026-11-19', 6)).toEqual([1, 1, 1, 2, 2, 2])
})

test('days are grouped by month and week, also across New Year', () => {
  const { days } = outcomeOf({ ...choices, lastDay: '2027-01-05' }, [], CLASSES)
  const months = monthsOf(days, mondayOf)
  expect(months.map(({ month, weeks }) => [month, weeks.map((week) => week.length)])).toEqual([
    ['2026-11', [5, 5, 1]],
    ['2026-12', [4, 5, 5, 5, 4]],
    ['2027-01', [1, 2]],
  ])
})

test('today’s number is counted from the first day until the teacher sets another one', () => {
  const draft = { ...newTimetableDraft('2026-11-18'), kind: 'cycle' as const }
  const counting = countingOf(draft, isOff, '2026-11-18')
  expect(counting).toMatchObject({ date: '2026-11-18', number: 3, counted: 3, next: { number: 2, next: '2026-11-30' } })
  expect(setByHandIn(draft, counting, 6)).toEqual({ '2026-11-18': 3 })
  const set = { ...draft, setByHand: { '2026-11-18': 5, '2027-11-18': 1 } }
  expect(countingOf(set, isOff, '2026-11-18')).toMatchObject({ number: 5, counted: 3 })
  expect(setByHandIn(set, countingOf(set, isOff, '2026-11-19'), 6)).toEqual({ '2026-11-18': 5, '2026-11-19': 6 })
  expect(countingOf(draft, isOff, '2026-11-26')?.date).toBe('2026-11-30')
  expect(countingOf({ ...draft, kind: 'weekly' }, isOff, '2026-11-18')).toBeNull()
})

test('weeks A and B alternate from the first day on', () => {
  const draft = { ...newTimetableDraft('2026-11-18'), kind: 'ab' as const }
  expect(countingOf(draft, isOff, '2026-11-18')).toMatchObject({ number: 3, next: null })
  expect(countingOf(draft, isOff, '2026-11-24')).toMatchObject({ number: inWeek('2026-11-24', true) })
  expect(setByHandIn(draft, countingOf(draft, isOff, '2026-11-18'), 10)).toEqual({})
})
