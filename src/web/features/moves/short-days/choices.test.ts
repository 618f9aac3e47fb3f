import { describe, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import {
  bodyOf,
  choicesFor,
  fitsSchedule,
  keptAtFirst,
  planInWords,
  planOf,
  problemWith,
  rowsOf,
  teachingMinutes,
  usableSchedules,
} from './choices.ts'
import { placedOn, scaleOf } from './lanes.ts'

const lesson = (title: string, startTime: string, endTime: string): TimeBlock => ({
  ...{ id: title, title, startTime, endTime, classId: title === 'Lunch' ? null : `class of ${title}` },
  ...{ description: '', hasAlert: false, alertMessage: '', order: 0 },
})
const WEDNESDAY = [
  lesson('Meeting', '08:00', '08:20'),
  lesson('Math', '08:20', '09:30'),
  lesson('Lunch', '11:30', '12:15'),
  lesson('Science', '12:15', '14:00'),
]
const schedule = (name: string, ...rows: [string, string][]) => ({
  ...{ id: name, name, isSchools: false },
  rows: rows.map(([startTime, endTime]) => ({ startTime, endTime })),
})

describe('what a short day begins with', () => {
  test.each([
    ['late' as const, '10:00', '14:00'],
    ['early' as const, '08:00', '12:00'],
    ['own' as const, '08:00', '14:00'],
  ])('%s', (way, startTime, endTime) => {
    expect(choicesFor(way, WEDNESDAY)).toMatchObject({ way, startTime, endTime, share: 'length', isWeekly: false })
  })

  test('lunch keeps its time if it fits into the day', () => {
    expect(keptAtFirst(WEDNESDAY, { startTime: '10:00', endTime: '14:00' })).toEqual(new Set(['Lunch']))
    expect(keptAtFirst(WEDNESDAY, { startTime: '08:00', endTime: '12:00' })).toEqual(new Set())
  })

  test('a bell schedule that changes nothing isn’t offered', () => {
    const usual = schedule('Regular', ['08:20', '09:30'], ['08:00', '08:20'], ['11:30', '12:15'], ['12:15', '14:00'])
    const delay = schedule('2-hour delay', ['10:00', '10:30'])
    expect(usableSchedules([usual, schedule('None'), delay], WEDNESDAY)).toEqual([delay])
  })
})

describe('the result', () => {
  const late = choicesFor('late', WEDNESDAY)

  test('marks lessons that are too short, and says so in words', () => {
    const plan = planOf(late, WEDNESDAY, [])
    const short = plan?.lessons.map(({ after, isTooShort }) => `${after?.startTime}-${after?.endTime}${isTooShort ? ' short' : ''}`)
    expect(short).toEqual(['10:00-10:20', '10:20-11:30', '11:30-12:15', '12:15-14:00'])
    const tight = planOf({ ...late, startTime: '11:20' }, WEDNESDAY, [])
    expect(tight && planInWords(tight, '12')).toBe('11:20\u00a0AM – 2:00\u00a0PM. Meeting is under 15 minutes.')
    expect(tight && [teachingMinutes(tight.lessons, 'before'), teachingMinutes(tight.lessons, 'after')]).toEqual([195, 115])
  })

  test('can be saved as a bell schedule, and lessons without a row are left out', () => {
    const plan = planOf({ ...late, leaveOut: new Set(['class of Math']) }, WEDNESDAY, [])
    expect(plan && rowsOf(plan).length).toBe(3)
    const delay = schedule('2-hour delay', ['10:00', '10:30'], ['10:30', '11:00'])
    const taken = planOf(choicesFor({ scheduleId: delay.id }, WEDNESDAY), WEDNESDAY, [delay])
    expect(taken && planInWords(taken, '12')).toBe('10:00 – 11:00\u00a0AM. Lunch and Science are left out.')
  })

  test('can be a bell schedule unless a lesson before others is left out, because lessons take its rows in order', () => {
    const fits = (...titles: string[]) => {
      const plan = planOf({ ...late, leaveOut: new Set(titles.map((title) => `class of ${title}`)) }, WEDNESDAY, [])
      return plan && fitsSchedule(plan)
    }
    expect([fits(), fits('Science'), fits('Math'), fits('Math', 'Science')]).toEqual([true, true, false, false])
  })

  test('says what is wrong with times', () => {
    expect(problemWith({ ...late, startTime: '' })).toContain('Enter')
    expect(problemWith({ ...late, startTime: '15:00' })).toContain('after')
    expect(planOf({ ...late, startTime: '15:00' }, WEDNESDAY, [])).toBeUndefined()
  })

  test('is what the call gets', () => {
    const given = { date: '2026-11-18', last: '2027-06-16' }
    expect(bodyOf(late, given)).toEqual({
      date: '2026-11-18',
      rule: { startTime: '10:00', endTime: '14:00', share: 'length', keep: ['Lunch'], leaveOut: [] },
    })
    expect(bodyOf({ ...choicesFor({ scheduleId: 'one' }, WEDNESDAY), isWeekly: true }, given)).toEqual({
      ...{ date: '2026-11-18', until: '2027-06-16', bellScheduleId: 'one' },
    })
  })
})

test('lessons at the same time share the width, and the shortest still shows its title', () => {
  const scale = scaleOf([{ startTime: '08:10', endTime: '09:40' }])
  expect(scale).toMatchObject({ from: 480, to: 600 })
  const [first, second, alone] = placedOn(scale, [
    { startTime: '08:10', endTime: '09:00' },
    { startTime: '08:30', endTime: '09:10' },
    { startTime: '09:30', endTime: '09:35' },
  ])
  expect([first?.left, first?.width, second?.left, alone?.width]).toEqual([0, 50, 50, 100])
  expect(alone).toMatchObject({ height: 18, isTiny: true })
})
