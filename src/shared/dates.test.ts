import { afterEach, describe, expect, test } from 'vitest'
import * as dates from './dates.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

describe.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu', 'UTC'])('on a machine in %s', (machineZone) => {
  test('days step over months, years, leap days and daylight saving', () => {
    process.env.TZ = machineZone
    expect(dates.addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(dates.addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(dates.addDays('2026-03-08', 1)).toBe('2026-03-09')
    expect(dates.addDays('2026-11-02', -1)).toBe('2026-11-01')
    expect(dates.daysBetween('2026-03-01', '2026-04-01')).toBe(31)
  })

  test('a week is Monday to Friday, and a weekend belongs to the week before it', () => {
    process.env.TZ = machineZone
    const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
    for (const day of [...week, '2026-11-21', '2026-11-22']) expect(dates.schoolWeekOf(day)).toEqual(week)
    expect(dates.mondayOf('2026-11-23')).toBe('2026-11-23')
  })

  test('days are formatted', () => {
    process.env.TZ = machineZone
    expect(dates.formatDay('2026-11-18', 'full')).toBe('Wednesday, November 18, 2026')
    expect(dates.formatDay('2026-11-16', 'long')).toBe('November 16, 2026')
  })
})

test('a time zone has words', () => {
  expect(dates.zoneWords('America/New_York')).toBe('Eastern Time')
  expect(dates.zoneWords('America/Phoenix')).toBe('Mountain Standard Time')
})

test('next and previous school day skip the weekend', () => {
  expect(dates.stepSchoolDay('2026-11-20', 1)).toBe('2026-11-23')
  expect(dates.stepSchoolDay('2026-11-23', -1)).toBe('2026-11-20')
  expect(dates.stepSchoolDay('2026-11-22', 1)).toBe('2026-11-23')
})

test('today is the date in the teacher’s time zone', () => {
  const instant = Date.parse('2026-11-18T23:30:00Z')
  expect(dates.todayIn('Pacific/Kiritimati', instant)).toBe('2026-11-19')
  expect(dates.todayIn('America/Los_Angeles', instant)).toBe('2026-11-18')
  expect(() => dates.todayIn('Mars/Olympus', instant)).toThrow(RangeError)
})

test.each([
  ['Pacific/Kiritimati', '2026-11-18T10:00:00Z', '00:00'],
  ['America/Los_Angeles', '2026-11-18T20:00:00Z', '12:00'],
  ['Asia/Kathmandu', '2026-11-18T18:14:59Z', '23:59'],
  ['UTC', '2026-11-18T00:00:00Z', '00:00'],
])('the clock in %s at %s shows %s', (timezone, instant, time) => {
  expect(dates.timeIn(timezone, Date.parse(instant))).toBe(time)
})

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['1969-12-31', false],
  ['2200-01-01', false],
  ['', false],
])('%s is a day: %s', (text, isOne) => {
  expect(dates.isDay(text)).toBe(isOne)
})

test.each([
  ['00:00', '12:00 AM'],
  ['00:30', '12:30 AM'],
  ['08:05', '8:05 AM'],
  ['12:00', '12:00 PM'],
  ['23:59', '11:59 PM'],
])('%s reads %s', (time, words) => {
  expect(dates.formatTime(time, '12')).toBe(words)
  expect(dates.formatTime(time, '24')).toBe(time)
})

test('a time never leaves its day', () => {
  expect(dates.addMinutes('08:00', 45)).toBe('08:45')
  expect(dates.addMinutes('23:30', 45)).toBe('23:59')
  expect(dates.addMinutes('00:10', -45)).toBe('00:00')
})

test('an instant is formatted in a time zone', () => {
  const instant = '2026-11-22T08:00:00Z'
  expect(dates.formatInstant(instant, 'America/New_York', '12')).toBe('Nov 22, 3:00 AM')
  expect(dates.formatInstant(instant, 'Pacific/Honolulu', '24')).toBe('Nov 21, 22:00')
})

test('a range includes both ends, and is empty when it is backwards', () => {
  expect(dates.daysInRange('2026-11-29', '2026-12-01')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01'])
  expect(dates.daysInRange('2026-12-01', '2026-11-29')).toEqual([])
})

describe('months', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-11-18', 12, '2027-11-18'],
  ])('%s and %i months is %s', (day, count, expected) => {
    expect(dates.addMonths(day, count)).toBe(expected)
  })

  test('a month is shown in whole weeks, starting on the teacher’s first day of the week', () => {
    const ends = (day: string, start: 'sunday' | 'monday') => {
      const weeks = dates.weeksOfMonth(day, start)
      return [weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]
    }
    expect(ends('2026-11-18', 'sunday')).toEqual([5, '2026-11-01', '2026-12-05'])
    expect(ends('2026-11-18', 'monday')).toEqual([6, '2026-10-26', '2026-12-06'])
    expect(ends('2026-02-10', 'sunday')).toEqual([4, '2026-02-01', '2026-02-28'])
    expect(ends('2026-08-01', 'sunday')).toEqual([6, '2026-07-26', '2026-09-05'])
  })

  test('every month of 30 years contains each of its days once, in weeks of seven', () => {
    for (let month = '2020-01-01'; month < '2050-01-01'; month = dates.addMonths(month, 1))
      for (const start of ['sunday', 'monday'] as const) {
        const weeks = dates.weeksOfMonth(month, start)
        expect(weeks.every((week) => week.length === 7 && dates.weekdayOf(week[0] ?? '') === (start === 'sunday' ? 7 : 1))).toBe(true)
        const days = weeks.flat()
        expect(days).toEqual(dates.daysInRange(days[0] ?? '', days.at(-1) ?? ''))
        const inMonth = days.filter((day) => dates.monthOf(day) === month)
        expect(inMonth).toEqual(dates.daysInRange(month, dates.addDays(dates.addMonths(month, 1), -1)))
        expect(weeks.every((week) => week.some((day) => inMonth.includes(day)))).toBe(true)
      }
  })
})

describe('a time that a teacher types', () => {
  test.each([
    ['8', '08:00'],
    ['830', '08:30'],
    ['1030', '10:30'],
    [' 8:05 ', '08:05'],
    ['8.05', '08:05'],
    ['12', '12:00'],
    ['1', '13:00'],
    ['1:15', '13:15'],
    ['4:30', '16:30'],
    ['6', '18:00'],
    ['7', '07:00'],
    ['07:00', '07:00'],
    ['0100', '01:00'],
    ['20:30', '20:30'],
    ['0:10', '00:10'],
    ['7 pm', '19:00'],
    ['7p', '19:00'],
    ['12 a.m.', '00:00'],
    ['12:30AM', '00:30'],
    ['11 P. M.', '23:00'],
  ])('%s is %s where a day has AM and PM', (typed, time) => {
    expect(dates.readTime(typed, { timeFormat: '12' })).toBe(time)
  })

  test('is taken literally in the 24-hour format', () => {
    const read = (text: string) => dates.readTime(text, { timeFormat: '24' })
    expect(['1', '7:30', '13', '1430', '2 pm'].map(read)).toEqual(['01:00', '07:30', '13:00', '14:30', '14:00'])
  })

  test('is after the start if it is an end time', () => {
    const end = (text: string, after: string) => dates.readTime(text, { timeFormat: '12', after })
    expect([end('7', '06:30'), end('7', '18:00'), end('9', '08:00'), end('9', '19:30'), end('8', '22:00')]).toEqual([
      '07:00',
      '19:00',
      '09:00',
      '21:00',
      '08:00',
    ])
  })

  test.each(['', '25', '8:60', '13 pm', '0 am', '83', 'eight', '8:3', '12:00:00', '8 x', '٨', '1'.repeat(10_000)])(
    '%s is none',
    (typed) => {
      expect(dates.readTime(typed, { timeFormat: '12' })).toBeNull()
    },
  )

  test('round-trips through formatting', () => {
    for (let minutes = 0; minutes < 24 * 60; minutes++)
      for (const timeFormat of ['12', '24'] as const) {
        const time = dates.timeOf(minutes)
        expect(dates.readTime(dates.formatTime(time, timeFormat), { timeFormat })).toBe(time)
      }
  })
})

test.each([
  ['08:00', '08:20', '12', '8:00 – 8:20 AM'],
  ['12:15', '13:00', '12', '12:15 – 1:00 PM'],
  ['11:30', '12:15', '12', '11:30 AM – 12:15 PM'],
  ['00:00', '12:00', '12', '12:00 AM – 12:00 PM'],
  ['08:00', '13:20', '24', '08:00 – 13:20'],
] as const)('a lesson from %s to %s says AM or PM once where that is enough (%s hours)', (startTime, endTime, timeFormat, words) => {
  expect(dates.formatTimes({ startTime, endTime }, timeFormat).replaceAll('\u00a0', ' ')).toBe(words)
})

test('a range over New Year names both years', () => {
  expect(dates.rangeInWords({ from: '2026-11-16', to: '2026-12-18' })).toBe('November 16 – December 18, 2026')
  expect(dates.rangeInWords({ from: '2026-11-01', to: '2027-06-16' })).toBe('November 1, 2026 – June 16, 2027')
})
