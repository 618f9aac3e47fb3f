import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, formatDay, isDay } from '#shared/dates.ts'
import { type Around, dayOrderOf, findDay, findWeek, readDays } from './days.ts'

const AROUND: Around = { today: '2026-11-18', year: { from: '2026-08-26', to: '2027-06-16' }, order: 'monthFirst' }
const read = (cell: string, around: Partial<Around> = {}) => {
  const days = readDays(cell, { ...AROUND, ...around })
  return 'from' in days
    ? days.from === days.to
      ? days.from
      : `${days.from} to ${days.to}`
    : 'message' in days
      ? days.message
      : `weekday ${days.weekday}`
}

describe('dates as teachers write them', () => {
  test.each([
    ['11/30', '2026-11-30'],
    ['11/30/26', '2026-11-30'],
    ['11/30/2026', '2026-11-30'],
    ['11-30-2026', '2026-11-30'],
    ['2026-11-30', '2026-11-30'],
    ['2026/11/30', '2026-11-30'],
    ['20261130', '2026-11-30'],
    ['30.11.2026', '2026-11-30'],
    ['1.12.2026', '2026-12-01'],
    ['Nov 30', '2026-11-30'],
    ['Nov. 30th', '2026-11-30'],
    ['Nov. 30, ’26', '2026-11-30'],
    ['Monday, November 30', '2026-11-30'],
    ['Mon 11/30', '2026-11-30'],
    ['Mon. (11/30)', '2026-11-30'],
    ['11/30 (Mon)', '2026-11-30'],
    ['30 November 2026', '2026-11-30'],
    ['30-Nov-26', '2026-11-30'],
    ['30-Nov', '2026-11-30'],
    ['46356', '2026-11-30'],
    ['Day: Monday, November 30, 2026', '2026-11-30'],
  ])('“%s” is %s', (cell, date) => {
    expect(read(cell)).toBe(date)
  })

  test('without a year, a date is in the school year, and else close to today', () => {
    expect(read('1/15')).toBe('2027-01-15')
    expect(read('9/8')).toBe('2026-09-08')
    expect(read('7/4')).toBe('2026-07-04')
    expect(read('2/29', { today: '2027-11-18', year: { from: '2027-08-26', to: '2028-06-16' } })).toBe('2028-02-29')
  })

  test('a date that doesn’t exist is named with the reason', () => {
    expect(read('1/5/1965')).toBe('Only days between 1970 and 2199 can come in: “1/5/1965”')
    expect(read('11/31')).toBe('November has no 31st: “11/31”')
    expect(read('2/29/2027')).toBe('February has no 29th: “2/29/2027”')
    expect(read('Friday, Sept 32')).toBe('September has no 32nd: “Friday, Sept 32”')
    expect(read('soon')).toBe('We can’t read the date “soon”')
    expect(read('8.00')).toBe('We can’t read the date “8.00”')
  })

  test('a column with a 13 or more says whether the month or the day is first', () => {
    expect(dayOrderOf(['3/4/2026', '13/4/2026', '5/4/2026'])).toBe('dayFirst')
    expect(dayOrderOf(['3/4/2026', '3/13/2026'])).toBe('monthFirst')
    expect(dayOrderOf(['3/4/2026'])).toBe('monthFirst')
    expect(read('3/4/2027', { order: 'dayFirst' })).toBe('2027-04-03')
    expect(read('13/4/2027')).toBe('2027-04-13')
  })

  test('a cell can hold a range, a time beside the date, or only a weekday', () => {
    expect(read('11/25-27')).toBe('2026-11-25 to 2026-11-27')
    expect(read('December 21 – January 1')).toBe('2026-12-21 to 2027-01-01')
    expect(readDays('11/30/2026 8:00 AM', AROUND)).toMatchObject({ from: '2026-11-30', time: '8:00 AM' })
    expect(readDays('2026-11-30T08:00:00Z', AROUND)).toMatchObject({ from: '2026-11-30', time: '08:00:00Z' })
    expect(read('Tuesday')).toBe('weekday 2')
  })

  test.each(['May I go', '3-5 groups', 'Sunny day', 'Marching band', 'p. 45', '', '5 minutes', '1/2 cup'.slice(3)])(
    '“%s” doesn’t start with a day',
    (text) => {
      expect(findDay(text, AROUND)?.kind ?? 'none').not.toBe('never')
      expect(findDay(text, AROUND)?.kind ?? 'none').not.toBe('day')
    },
  )

  test('a heading names its week', () => {
    for (const heading of [
      'Week of November 30',
      'Week 14: 11/30 - 12/4',
      'Nov 30 – Dec 4',
      'Week of: 12/2/26',
      'Lesson plans, week of Sunday, Nov 29',
    ])
      expect(findWeek(heading, AROUND), heading).toBe('2026-11-30')
    expect(findWeek('Quiz next week', AROUND)).toBeNull()
    expect(findWeek('Read pages 3-5', AROUND)).toBeNull()
  })

  test('either day of a range has the year of both, and a range that starts before a Monday is that Monday’s week', () => {
    for (const heading of ['Week of: 9/12/2025-9/19/2025', 'Week of 9/12-9/19/2025', 'Week of 9/15/25-9/19', 'September 15-19, 2025'])
      expect(findWeek(heading, AROUND), heading).toBe('2025-09-15')
    expect(findWeek('Week of 9/2/25-9/5/25', AROUND)).toBe('2025-09-01')
    expect(read('12/29/25 - 1/2')).toBe('2025-12-29 to 2026-01-02')
    expect(read('12/29 - 1/2/26')).toBe('2025-12-29 to 2026-01-02')
  })

  test('every date that we print is read as the same date', () => {
    const shapes = ['long', 'full', 'medium'] as const
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(...shapes), (offset, shape) => {
        const date = addDays('1990-01-01', offset)
        expect(read(formatDay(date, shape))).toBe(date)
        expect(read(date)).toBe(date)
      }),
    )
  })

  test('any text is read without an error, and a date that is found exists', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const days = readDays(text, AROUND)
        if ('from' in days) expect(isDay(days.from) && days.to >= days.from).toBe(true)
      }),
    )
  })
})
