import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { Rhythm, Timetable } from '#shared/timetables/contract.ts'
import { dateInWords, numberInWords, numberOn, numbersFrom, schoolDays } from './rules.ts'

const NEVER = () => false
const cycle = (days: number, onDayOff: 'wait' | 'skip' = 'wait'): Rhythm => ({ kind: 'cycle', days, onDayOff })
type Numbered = Pick<Timetable, 'firstDay' | 'lastDay' | 'rhythm' | 'numbers' | 'setByHand'>
const timetable = (rhythm: Rhythm, more: Partial<Numbered> = {}): Numbered => ({
  firstDay: '2026-11-02',
  lastDay: '2026-11-20',
  rhythm,
  numbers: {},
  setByHand: {},
  ...more,
})
const listOf = (numbers: Record<string, number>) => Object.values(numbers).join(' ')
const off =
  (...dates: string[]) =>
  (date: string) =>
    dates.includes(date)

describe('the days of a cycle', () => {
  test('are numbered from the first day on, over weekends', () => {
    expect(listOf(numbersFrom(timetable(cycle(6)), '2026-11-02', NEVER))).toBe('1 2 3 4 5 6 1 2 3 4 5 6 1 2 3')
  })

  test('wait on a day off, or skip its number', () => {
    const veterans = off('2026-11-11')
    expect(listOf(numbersFrom(timetable(cycle(6)), '2026-11-02', veterans))).toBe('1 2 3 4 5 6 1 2 3 4 5 6 1 2')
    const skipping = numbersFrom(timetable(cycle(6, 'skip')), '2026-11-02', veterans)
    expect(listOf(skipping)).toBe('1 2 3 4 5 6 1 3 4 5 6 1 2 3')
    expect(skipping['2026-11-11']).toBeUndefined()
  })

  test('count on from a number set by hand, and earlier numbers stay', () => {
    const before = timetable(cycle(6))
    const numbers = numbersFrom(before, '2026-11-02', NEVER)
    const set = numbersFrom({ ...before, numbers, setByHand: { '2026-11-11': 5 } }, '2026-11-11', NEVER)
    expect(listOf(set)).toBe('1 2 3 4 5 6 1 5 6 1 2 3 4 5 6')
    // A later day off keeps the number set by hand.
    const later = numbersFrom({ ...before, numbers: set, setByHand: { '2026-11-11': 5 } }, '2026-11-10', off('2026-11-10'))
    expect(listOf(later)).toBe('1 2 3 4 5 6 5 6 1 2 3 4 5 6')
  })

  test('a day off that is counted from uses up its number only if the cycle skips', () => {
    const numbers = { '2026-11-02': 1, '2026-11-03': 2 }
    const onlyFriday = { firstDay: '2026-11-02', lastDay: '2026-11-06', numbers }
    const from = (onDayOff: 'wait' | 'skip') => numbersFrom(timetable(cycle(6, onDayOff), onlyFriday), '2026-11-06', NEVER)
    expect(from('wait')['2026-11-06']).toBe(3)
    expect(from('skip')['2026-11-06']).toBe(5)
  })
})

describe('weeks A and B', () => {
  test('alternate with the calendar, also over a week of vacation', () => {
    const vacation = off('2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13')
    expect(listOf(numbersFrom(timetable({ kind: 'ab' }), '2026-11-02', vacation))).toBe('1 2 3 4 5 1 2 3 4 5')
  })

  test('alternate from the week that the teacher set by hand', () => {
    const before = timetable({ kind: 'ab' })
    const numbers = numbersFrom(before, '2026-11-02', NEVER)
    const set = numbersFrom({ ...before, numbers, setByHand: { '2026-11-11': 3 } }, '2026-11-11', NEVER)
    expect(listOf(set)).toBe('1 2 3 4 5 6 7 3 4 5 6 7 8 9 10')
  })

  test('begin with week A in a week that starts on a Wednesday, across New Year', () => {
    const winter = timetable({ kind: 'ab' }, { firstDay: '2026-12-30', lastDay: '2027-01-05' })
    expect(numbersFrom(winter, '2026-12-30', NEVER)).toEqual({
      '2026-12-30': 3,
      '2026-12-31': 4,
      '2027-01-01': 5,
      '2027-01-04': 6,
      '2027-01-05': 7,
    })
  })
})

test('a weekly rhythm stores no numbers, because the weekday is the number', () => {
  const weekly = timetable({ kind: 'weekly' })
  expect(numbersFrom(weekly, '2026-11-02', NEVER)).toEqual({})
  expect(numberOn(weekly, '2026-11-04')).toBe(3)
  expect(numberOn(weekly, '2026-11-07')).toBeUndefined()
  expect(numberOn(weekly, '2026-10-30')).toBeUndefined()
})

test('numbers have names that teachers use', () => {
  expect([3, undefined].map((number) => numberInWords(cycle(6), number))).toEqual(['Day 3', ''])
  expect([5, 6].map((number) => numberInWords({ kind: 'ab' }, number))).toEqual(['Week A', 'Week B'])
  expect(numberInWords({ kind: 'weekly' }, 3)).toBe('')
})

test('a date is named by the timetable that it belongs to', () => {
  const fall = timetable(cycle(6), { numbers: { '2026-11-04': 3 } })
  const spring = timetable({ kind: 'ab' }, { firstDay: '2027-01-04', lastDay: '2027-06-11', numbers: { '2027-01-12': 7 } })
  const named = (date: string) => dateInWords([fall, spring], date)
  expect(['2026-11-04', '2027-01-12', '2026-11-05', '2026-12-01'].map(named)).toEqual(['Day 3', 'Week B', '', ''])
})

const aRhythm: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.constant<Rhythm>({ kind: 'ab' }),
  fc.record({ kind: fc.constant('cycle' as const), days: fc.integer({ min: 2, max: 10 }), onDayOff: fc.constantFrom('wait', 'skip') }),
)

test('for any rhythm, days off, leap day and date, counting from a date changes no earlier number, and from the start it is the same', () => {
  fc.assert(
    fc.property(
      aRhythm,
      fc.integer({ min: 0, max: 60 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 60 })),
      fc.integer({ min: 0, max: 60 }),
      fc.option(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 2 })), { nil: undefined }),
      (rhythm, length, gone, at, set) => {
        const firstDay = '2028-02-14'
        const on = (offset: number) => addDays(firstDay, offset)
        const isOff = off(...gone.map(on))
        const setByHand: Record<string, number> = set ? { [on(set[0])]: set[1] } : {}
        const whole = timetable(rhythm, { firstDay, lastDay: on(length), setByHand })
        const numbers = numbersFrom(whole, firstDay, isOff)
        expect(Object.keys(numbers)).toEqual(schoolDays(firstDay, on(length)).filter((date) => !isOff(date)))
        expect(numbersFrom({ ...whole, numbers }, on(at), isOff)).toEqual(numbers)
      },
    ),
    { numRuns: 1000 },
  )
})
