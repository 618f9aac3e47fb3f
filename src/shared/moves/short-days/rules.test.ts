import { describe, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { shortDayInWords, shortDayOf } from '#shared/moves/usual-times/rules.ts'
import { shortened, shortenedLike, shortTimesOf, timesByRule, timesInRows } from './rules.ts'

type Lesson = Pick<TimeBlock, 'id' | 'classId' | 'startTime' | 'endTime' | 'order'> & { usual?: TimeBlock['usual'] | null }
type Written = `${string} ${string}–${string}`
const lesson = (written: string, classId: string | null = null): Lesson => {
  const [id = '', times = ''] = written.split(' ')
  const [startTime = '', endTime = ''] = times.split('–')
  return { id, classId, startTime, endTime, order: 0 }
}
/** A lesson on a short day, as 'usual → short', or 'usual → out'. */
const short = (written: string, usual: string, shortDay = 'Delay'): Lesson => {
  const [startTime = '', endTime = ''] = usual.split('–')
  const isOut = written.endsWith('out')
  const { id, ...times } = lesson(isOut ? `${written.split(' ')[0]} ${usual}` : written)
  return { ...times, id, usual: { startTime, endTime, shortDay, ...(isOut && { isLeftOut: true }) } }
}
const inWords = (lessons: readonly Lesson[]) =>
  lessons.map(({ id, startTime, endTime, usual }) => {
    const now = usual?.isLeftOut ? 'out' : `${startTime}–${endTime}`
    return `${id} ${now}${usual ? ` (${usual.startTime}–${usual.endTime} ${usual.shortDay})` : ''}`
  })

const MATH = 'Math 09:00–10:00'
const ART = 'Art 10:00–11:00'
const DAY = [short('Math 11:00–11:30', '09:00–10:00'), short('Art 11:30–12:00', '10:00–11:00')]
const GYM_OUT = short('Gym out', '13:00–14:00')
const TIMES = shortTimesOf([...DAY, GYM_OUT], 'Delay')

describe('the times of a short day', () => {
  test('are in the order of its usual times, without lessons that have none', () => {
    expect(shortTimesOf([GYM_OUT, lesson('Assembly 08:00–08:30'), ...DAY.toReversed()], 'Delay')).toEqual({
      name: 'Delay',
      rows: [
        { startTime: '09:00', endTime: '10:00', short: { startTime: '11:00', endTime: '11:30' } },
        { startTime: '10:00', endTime: '11:00', short: { startTime: '11:30', endTime: '12:00' } },
        { startTime: '13:00', endTime: '14:00', short: null },
      ],
    })
  })

  test('belong to a day whose first lesson may be one without them', () => {
    expect(shortDayOf([lesson(MATH), ...DAY])).toBe('Delay')
    expect(shortDayOf([lesson(MATH)])).toBeUndefined()
    expect(shortDayInWords('2-hour delay')).toBe('Short day: 2-hour delay')
    expect(shortDayInWords(undefined)).toBe('')
  })
})

describe('lessons that are laid down on a short day', () => {
  const cases: [string, { lessons: Written[]; before: Lesson[]; times?: boolean; becomes: string[] }][] = [
    ['keep their times if it isn’t short', { lessons: [MATH], before: [lesson(MATH)], becomes: [MATH] }],
    [
      'have its times if they were there',
      { lessons: [MATH, ART], before: DAY, becomes: ['Math 11:00–11:30 (09:00–10:00 Delay)', 'Art 11:30–12:00 (10:00–11:00 Delay)'] },
    ],
    [
      'have the times of what is usually at their time, and not their own',
      {
        lessons: ['Art 09:00–10:00', 'Math 10:00–11:00'],
        before: DAY,
        becomes: ['Art 11:00–11:30 (09:00–10:00 Delay)', 'Math 11:30–12:00 (10:00–11:00 Delay)'],
      },
    ],
    [
      'have their own times at a new usual time',
      { lessons: ['Math 09:10–10:05'], before: DAY, becomes: ['Math 11:00–11:30 (09:10–10:05 Delay)'] },
    ],
    [
      'stay left out',
      { lessons: ['Gym 13:00–14:00', 'New 15:00–16:00'], before: [GYM_OUT], becomes: ['Gym out (13:00–14:00 Delay)', 'New 15:00–16:00'] },
    ],
    [
      'have its times although all lessons had left',
      {
        ...{ lessons: [MATH, ART, 'Gym 13:00–14:00'], before: [], times: true },
        becomes: ['Math 11:00–11:30 (09:00–10:00 Delay)', 'Art 11:30–12:00 (10:00–11:00 Delay)', 'Gym out (13:00–14:00 Delay)'],
      },
    ],
    [
      'have its times although some lessons had left',
      {
        ...{ lessons: ['X 09:00–10:00', 'Math 10:00–11:00', 'Y 13:00–14:00'], before: DAY.slice(0, 1), times: true },
        becomes: ['X 11:00–11:30 (09:00–10:00 Delay)', 'Math 11:30–12:00 (10:00–11:00 Delay)', 'Y out (13:00–14:00 Delay)'],
      },
    ],
    [
      'prefer the day’s row at their time to the times that they had themselves',
      {
        ...{ lessons: ['Math 10:00–11:00'], before: DAY.slice(0, 1), times: true },
        becomes: ['Math 11:30–12:00 (10:00–11:00 Delay)'],
      },
    ],
    [
      'have the times of a row that they overlap, such as after new bell times',
      {
        ...{ lessons: ['Z 08:00–09:00', 'X 09:50–09:55', 'Y 14:00–15:00'], before: [], times: true },
        becomes: ['Z 08:00–09:00', 'X 11:00–11:30 (09:50–09:55 Delay)', 'Y 14:00–15:00'],
      },
    ],
    [
      'don’t take the row of a lesson that has another usual time since',
      {
        ...{ lessons: ['Math 09:10–10:00', 'X 09:00–09:05'], before: [short('Math 11:00–11:30', '09:10–10:00')], times: true },
        becomes: ['Math 11:00–11:30 (09:10–10:00 Delay)', 'X 09:00–09:05'],
      },
    ],
    [
      'that the teacher wrote there, at a time of their own, keep it',
      {
        ...{ lessons: [MATH, 'X 09:00–10:00'], before: [lesson(MATH)], times: true },
        becomes: [MATH, 'X 11:00–11:30 (09:00–10:00 Delay)'],
      },
    ],
    [
      'that get another time on their day get its times',
      {
        ...{ lessons: [MATH, 'X 10:00–11:00'], before: [lesson('Math 12:00–13:00'), lesson('X 12:30–13:00'), lesson(ART)], times: true },
        becomes: ['Math 11:00–11:30 (09:00–10:00 Delay)', 'X 11:30–12:00 (10:00–11:00 Delay)'],
      },
    ],
  ]
  test.each(cases)('%s', (_, { lessons, before, times, becomes }) => {
    const usual = lessons.map((one) => lesson(one))
    expect(inWords(shortenedLike(usual, before, times ? TIMES : undefined))).toEqual(becomes)
  })

  test('have each row once if two lessons are usually at one time', () => {
    const both = [short('A 11:00–11:30', '09:00–10:00'), short('B 11:30–12:00', '09:00–10:00')]
    const times = shortTimesOf(both, 'Delay')
    const usual = [lesson('B 09:00–10:00'), lesson('A 09:00–10:00')]
    expect(inWords(shortenedLike(usual, both, times))).toEqual(inWords(both.toReversed()))
    expect(inWords(shortenedLike(usual, both.slice(1), times))).toEqual(inWords(both.toReversed()))
    const longer = [short('A 11:00–11:30', '09:00–10:00'), short('B 11:00–12:00', '09:00–10:00')]
    expect(inWords(shortenedLike(usual, longer.slice(1), shortTimesOf(longer, 'Delay')))).toEqual(inWords(longer.toReversed()))
    const later = [short('A 11:00–11:30', '09:00–10:00'), short('B 11:15–11:30', '09:00–10:00')]
    expect(inWords(shortenedLike(usual, later.slice(1), shortTimesOf(later, 'Delay')))).toEqual(inWords(later.toReversed()))
    const outs = [short('A 11:00–11:30', '09:00–10:00'), short('B out', '09:00–10:00')]
    expect(inWords(shortenedLike(usual, outs.slice(1), shortTimesOf(outs, 'Delay')))).toEqual(inWords(outs.toReversed()))
    const ends = [short('A 11:00–11:30', '09:00–10:00'), short('B 11:00–11:30', '09:00–09:30'), short('C 12:00–12:30', '09:00–09:20')]
    const left = shortenedLike([lesson('B 09:00–09:30'), lesson('X 09:00–10:00')], ends.slice(1, 2), shortTimesOf(ends, 'Delay'))
    expect(inWords(left)).toEqual(['B 11:00–11:30 (09:00–09:30 Delay)', 'X 11:00–11:30 (09:00–10:00 Delay)'])
  })

  test('have the name of the short day that they were on', () => {
    const [named] = shortenedLike([lesson(MATH)], [short('Math 11:00–11:30', '09:00–10:00', 'Assembly')], TIMES)
    expect(named?.usual?.shortDay).toBe('Assembly')
  })
})

describe('a rule', () => {
  const times = (lessons: Lesson[], rule: Partial<Parameters<typeof timesByRule>[1]>) =>
    [...timesByRule(lessons, { startTime: '10:00', endTime: '12:00', keep: [], share: 'length', leaveOut: [], ...rule })].map(
      ([id, its]) => `${id} ${its ? `${its.startTime}–${its.endTime}` : 'out'}`,
    )

  test('never begins two lessons at once, although times end in 0 or 5 if possible', () => {
    const [long, tiny] = [lesson('Long 08:00–12:00'), lesson('Tiny 12:00–12:01')]
    expect(times([long, tiny], { endTime: '10:03' })).toEqual(['Long 10:00–10:01', 'Tiny 10:01–10:03'])
    expect(times([long, tiny], { endTime: '10:02', share: 'evenly' })).toEqual(['Long 10:00–10:01', 'Tiny 10:01–10:02'])
    expect(times([lesson('A 08:00–09:00'), lesson('B 09:00–10:00')], { endTime: '10:07' })).toEqual(['A 10:00–10:05', 'B 10:05–10:07'])
    expect(times([lesson('A 08:00–09:00'), lesson('B 09:00–10:00')], { endTime: '10:04' })).toEqual(['A 10:00–10:02', 'B 10:02–10:04'])
  })

  test('uses the minutes between kept lessons that overlap, touch the ends of the day, or are in any order', () => {
    const kept = [lesson('K 11:00–11:30'), lesson('L 10:00–10:30'), lesson('M 10:15–10:20'), lesson('N 11:45–13:00')]
    const others = [lesson('A 08:00–09:00'), lesson('B 09:00–09:30')]
    expect(times([...others, ...kept], { keep: ['K', 'L', 'M', 'N'] }).filter((one) => /^[AB]/.test(one))).toEqual([
      'A 10:30–11:00',
      'B 11:30–11:45',
    ])
  })

  test('puts a lesson of which half fits on either side of a kept one behind it', () => {
    expect(times([lesson('A 08:00–09:00'), lesson('K 10:30–11:30')], { keep: ['K'] })).toEqual(['K 10:30–11:30', 'A 11:30–12:00'])
  })

  test('leaves all lessons out if kept lessons take the whole day, and keeps lessons of no class', () => {
    expect(times([lesson('A 08:00–09:00', 'art'), lesson('B 10:00–12:00')], { keep: ['B'] })).toEqual(['B 10:00–12:00', 'A out'])
    expect(times([lesson('A 08:00–09:00', 'art'), lesson('B 09:00–10:00')], { leaveOut: ['art', ''] })).toEqual(['A out', 'B 10:00–12:00'])
    expect(times([lesson('A 08:00–09:00', 'art')], { leaveOut: ['math'] })).toEqual(['A 10:00–12:00'])
    expect(times([lesson('A 08:00–09:00', 'art')], { keep: ['A'], leaveOut: ['art'] })).toEqual(['A 08:00–09:00'])
    expect(times([], {})).toEqual([])
  })

  test('leaves only the lessons without minutes out, in each part of the day', () => {
    const lessons = [lesson('A 07:00–08:00'), lesson('B 08:00–09:00'), lesson('C 09:00–10:00'), lesson('K 10:02–12:00')]
    expect(times(lessons, { keep: ['K'] })).toEqual(['K 10:02–12:00', 'A 10:00–10:01', 'B 10:01–10:02', 'C out'])
  })

  test('exchanges times only within a class, and not with a lesson that has none', () => {
    const lessons = [lesson('A 08:00–09:00', 'math'), lesson('B 09:00–09:30', 'art'), lesson('C 10:00–12:00', 'math')]
    expect(times(lessons, { keep: ['C'], endTime: '12:30', leaveOut: [] })).toEqual(['C 12:00–12:20', 'A 10:00–12:00', 'B 12:20–12:30'])
    expect(times(lessons, { keep: ['C'] })).toEqual(['C 10:00–12:00', 'A out', 'B out'])
  })
})

test('lessons without times stay as they are, and rows are taken in the order of the day', () => {
  const lessons = [lesson(ART), lesson(MATH), lesson('Gym 11:00–12:00')]
  const its = timesInRows(lessons.slice(0, 2), [{ startTime: '11:00', endTime: '11:30' }])
  expect(inWords(shortened(lessons, its, 'Delay'))).toEqual([
    'Art out (10:00–11:00 Delay)',
    'Math 11:00–11:30 (09:00–10:00 Delay)',
    'Gym 11:00–12:00',
  ])
})
