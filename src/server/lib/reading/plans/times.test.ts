import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTime, formatTimes, timeOf } from '#shared/dates.ts'
import { readClock, readTimes, timesFrom, timesProblem, timesWithin } from './times.ts'

const words = (typed: string) => {
  const times = readTimes(typed)
  return times && (times.endTime === null ? times.startTime : `${times.startTime} to ${times.endTime}`)
}

describe('times as teachers write them', () => {
  test.each([
    ['8:00', '08:00'],
    ['8.00', '08:00'],
    ['8:00 AM', '08:00'],
    ['8am', '08:00'],
    ['0800', '08:00'],
    ['13:15', '13:15'],
    ['13:15:00', '13:15'],
    ['8:00:00 AM', '08:00'],
    ['1:15', '13:15'],
    ['7:45', '07:45'],
    ['12:15', '12:15'],
    ['12 noon', '12:00'],
    ['0.333333333333333', '08:00'],
    ['2026-11-30T08:00:00', '08:00'],
    ['11/30/2026 1:15 PM', '13:15'],
    ['8:00-8:45', '08:00 to 08:45'],
    ['8:00 – 8:45 AM', '08:00 to 08:45'],
    ['(11:30-12:15)', '11:30 to 12:15'],
    ['1:15 – 2:00 PM', '13:15 to 14:00'],
    ['11:30 – 12:15 PM', '11:30 to 12:15'],
    ['11 to 1', '11:00 to 13:00'],
    ['800-845', '08:00 to 08:45'],
  ])('“%s” is %s', (typed, expected) => {
    expect(words(typed)).toBe(expected)
  })

  test.each(['Period 3', 'after lunch', '25:00', '8:75', '', 'all day', '8-9-10'])('“%s” isn’t a time', (typed) => {
    expect(words(typed)).toBeNull()
  })

  test('an end before the start is named as it was written', () => {
    const times = timesFrom('10:30', '9:30')
    expect(times && timesProblem(times)).toBe('Ends before it starts: 10:30 to 9:30')
    const afternoon = timesFrom('12:15', '1:00')
    expect(afternoon && timesProblem(afternoon)).toBeNull()
  })

  test('a label keeps its name without the times', () => {
    expect(timesWithin('Period 1 (8:00-8:45)')).toMatchObject({ rest: 'Period 1', times: { startTime: '08:00', endTime: '08:45' } })
    expect(timesWithin('Math 9:00')).toMatchObject({ rest: 'Math', times: { startTime: '09:00', endTime: null } })
    expect(timesWithin('Chapters 3-5')).toBeNull()
  })

  test('every time that we print is read as the same time', () => {
    const minutes = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(minutes, fc.constantFrom('12' as const, '24' as const), (minute, format) => {
        expect(readClock(formatTime(timeOf(minute), format))).toBe(timeOf(minute))
      }),
    )
    fc.assert(
      fc.property(minutes, minutes, (one, other) => {
        fc.pre(one !== other)
        const times = { startTime: timeOf(Math.min(one, other)), endTime: timeOf(Math.max(one, other)) }
        expect(readTimes(formatTimes(times, '12'))).toMatchObject(times)
      }),
    )
  })
})
