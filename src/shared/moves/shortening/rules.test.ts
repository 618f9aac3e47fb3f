import { describe, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { ShortRule } from '#shared/moves/short-days/rules.ts'
import { restored, shortDayOf } from '#shared/moves/usual-times/rules.ts'
import { nameOfRule, shortDates, shortDay, shorteningBy } from './rules.ts'

type Lesson = Pick<TimeBlock, 'id' | 'title' | 'classId' | 'startTime' | 'endTime' | 'order' | 'usual'>
const lesson = (title: string, startTime: string, endTime: string, classId: string | null = title): Lesson => ({
  ...{ id: title, title, classId, startTime, endTime },
  order: 0,
})
/** The Thursday of the picture: 285 minutes of classes, lunch, and P.E. in a booked gym. */
const THURSDAY = [
  lesson('Meeting', '08:00', '08:20'),
  lesson('Reading', '08:20', '09:30'),
  lesson('Writing', '09:30', '10:15'),
  lesson('Math', '10:30', '11:30'),
  lesson('Lunch', '11:30', '12:15', null),
  lesson('Social Studies', '12:15', '13:00'),
  lesson('P.E.', '13:15', '14:00'),
]
const DELAY: ShortRule = { startTime: '10:00', endTime: '14:00', keep: ['Lunch', 'P.E.'], share: 'length', leaveOut: [] }
const by = (rule: Partial<ShortRule>, lessons: readonly Lesson[] = THURSDAY) =>
  shortDay(lessons, shorteningBy({ rule: { ...DELAY, ...rule } }, lessons))
/** Lessons in words, such as 'Math 12:15–12:50'. */
const inWords = (lessons: readonly Lesson[]) =>
  lessons.map(({ title, startTime, endTime, usual }) => (usual?.isLeftOut ? `${title} out` : `${title} ${startTime}–${endTime}`))

describe('a rule', () => {
  test.each<[string, Partial<ShortRule>, string[]]>([
    [
      'gives longer lessons more minutes, around what must not move',
      {},
      [
        'Meeting 10:00–10:15',
        'Reading 10:15–11:00',
        'Writing 11:00–11:30',
        'Math 12:15–12:50',
        'Lunch 11:30–12:15',
        'Social Studies 12:50–13:15',
        'P.E. 13:15–14:00',
      ],
    ],
    [
      'shares the minutes evenly',
      { share: 'evenly' },
      [
        'Meeting 10:00–10:30',
        'Reading 10:30–11:00',
        'Writing 11:00–11:30',
        'Math 12:15–12:45',
        'Lunch 11:30–12:15',
        'Social Studies 12:45–13:15',
        'P.E. 13:15–14:00',
      ],
    ],
    [
      'leaves classes out, and the others get their minutes',
      { leaveOut: ['Meeting', 'Social Studies'] },
      [
        'Meeting out',
        'Reading 10:00–10:55',
        'Writing 10:55–11:30',
        'Math 12:15–13:15',
        'Lunch 11:30–12:15',
        'Social Studies out',
        'P.E. 13:15–14:00',
      ],
    ],
    [
      'keeps a lesson outside of the day’s new times where it is',
      { startTime: '09:00', endTime: '11:00', keep: ['P.E.'], leaveOut: ['Meeting', 'Reading', 'Writing', 'Math', 'Social Studies'] },
      ['Meeting out', 'Reading out', 'Writing out', 'Math out', 'Lunch 09:00–11:00', 'Social Studies out', 'P.E. 13:15–14:00'],
    ],
    [
      'leaves out the last lessons if there are fewer minutes than lessons',
      { startTime: '10:00', endTime: '10:03', keep: [] },
      ['Meeting 10:00–10:01', 'Reading 10:01–10:02', 'Writing 10:02–10:03', 'Math out', 'Lunch out', 'Social Studies out', 'P.E. out'],
    ],
    [
      'leaves out every lesson that would need a kept lesson’s time',
      { startTime: '11:30', endTime: '12:15' },
      ['Meeting out', 'Reading out', 'Writing out', 'Math out', 'Lunch 11:30–12:15', 'Social Studies out', 'P.E. 13:15–14:00'],
    ],
  ])('%s', (_, rule, expected) => {
    expect(inWords(by(rule))).toEqual(expected)
  })

  test('keeps a class in its order: an earlier lesson takes the kept time of a later one', () => {
    const two = [
      lesson('First', '09:00', '09:45', 'Math'),
      lesson('Lunch', '09:45', '10:00', null),
      lesson('Second', '10:00', '10:45', 'Math'),
    ]
    const rule = { startTime: '10:45', endTime: '12:00', keep: ['Second'], leaveOut: [] }
    expect(inWords(by(rule, two))).toEqual(['First 10:00–10:45', 'Lunch 11:40–12:00', 'Second 10:45–11:40'])
    const apart = [lesson('A', '09:00', '10:00', null), lesson('B', '10:00', '11:00', null)]
    expect(inWords(by({ ...rule, startTime: '11:00', keep: ['B'] }, apart))).toEqual(['A 11:00–12:00', 'B 10:00–11:00'])
  })

  test('says how it changes the day', () => {
    expect(nameOfRule(THURSDAY, DELAY)).toBe('Late start')
    expect(nameOfRule(THURSDAY, { startTime: '08:00', endTime: '12:15' })).toBe('Early release')
    expect(nameOfRule(THURSDAY, { startTime: '09:00', endTime: '12:15' })).toBe('Changed times')
    expect(nameOfRule(THURSDAY, { startTime: '08:00', endTime: '14:00' })).toBe('Changed times')
    expect(nameOfRule(by({}), { startTime: '08:00', endTime: '12:15' })).toBe('Early release')
  })

  test('keeps the lessons of the same slots on other days', () => {
    const shortening = shorteningBy({ rule: { ...DELAY, keep: ['P.E.'] } }, THURSDAY)
    const next = [lesson('Math', '10:30', '11:30'), lesson('P.E.', '13:15', '14:00')].map((one) => ({ ...one, id: `next ${one.id}` }))
    expect(inWords(shortDay(next, shortening))).toEqual(['Math 10:00–13:15', 'P.E. 13:15–14:00'])
    const titled = next.map((one) => (one.title === 'P.E.' ? { ...one, title: 'Dance' } : one))
    expect(inWords(shortDay(titled, shortening))).toEqual(['Math 10:00–13:15', 'Dance 13:15–14:00'])
    const later = next.map((one) => ({ ...one, startTime: '12:30', endTime: one.title === 'Math' ? '13:00' : '13:30' }))
    expect(inWords(shortDay(later, shortening))).toEqual(['Math 10:00–11:20', 'P.E. 11:20–14:00'])
  })
})

test('a lesson without a class is kept on the days on which it has the same title and time', () => {
  const shortening = shorteningBy({ rule: { ...DELAY, keep: ['Lunch'] } }, THURSDAY)
  const friday = (title: string) => shortDay([lesson(title, '11:30', '12:15', null), lesson('Math', '12:15', '13:00')], shortening)
  expect(inWords(friday('Lunch'))).toEqual(['Lunch 11:30–12:15', 'Math 12:15–14:00'])
  expect(inWords(friday('Recess'))).toEqual(['Recess 10:00–12:00', 'Math 12:00–14:00'])
})

const ROWS = [
  { startTime: '10:30', endTime: '11:00' },
  { startTime: '10:00', endTime: '10:30' },
]

describe('a bell schedule', () => {
  test('gives lessons its rows in order, and the last ones are left out', () => {
    const short = shortDay(THURSDAY.toReversed(), shorteningBy({ schedule: { name: 'Assembly', rows: ROWS } }, THURSDAY))
    const outs = ['P.E.', 'Social Studies', 'Lunch', 'Math', 'Writing'].map((title) => `${title} out`)
    expect(inWords(short)).toEqual([...outs, 'Reading 10:30–11:00', 'Meeting 10:00–10:30'])
    expect(shortDayOf(short)).toBe('Assembly')
  })

  test('has more rows than the day has lessons', () => {
    const [first = lesson('Math', '08:00', '09:00')] = THURSDAY
    expect(inWords(shortDay([first], shorteningBy({ schedule: { name: 'Assembly', rows: ROWS } }, [first])))).toEqual([
      'Meeting 10:00–10:30',
    ])
  })
})

describe('a short day', () => {
  test('returns to its usual times, with lessons that were added and changed meanwhile', () => {
    const short = by({ leaveOut: ['Math'] }).map((one) => (one.id === 'Reading' ? { ...one, startTime: '10:05', title: 'Poems' } : one))
    const added = lesson('Assembly', '10:40', '10:50')
    expect(inWords(restored([...short, added]))).toEqual([
      ...inWords(THURSDAY).map((words) => words.replace('Reading', 'Poems')),
      'Assembly 10:40–10:50',
    ])
    expect(shortDayOf(restored(short))).toBeUndefined()
  })

  test('that is shortened again starts from its usual times', () => {
    const once = by({ share: 'evenly', leaveOut: ['Math'] })
    expect(shortDay(once, shorteningBy({ rule: DELAY }, once))).toEqual(by({}))
  })
})

describe('a short day that repeats', () => {
  const day = (date: string, isBlocked = false, blocks: unknown[] = [{}]) => ({ date, isBlocked, blocks })

  test('skips days off, empty days and other weekdays', () => {
    const days = [
      day('2026-11-17'),
      day('2026-11-18'),
      day('2026-11-19'),
      day('2026-11-25', true),
      day('2026-12-02', false, []),
      day('2026-12-09'),
      day('2026-12-16'),
    ]
    expect(shortDates(days, { date: '2026-11-18', until: '2026-12-15' })).toEqual({
      dates: ['2026-11-18', '2026-12-09'],
      off: ['2026-11-25'],
    })
    expect(shortDates(days, { date: '2026-11-25' })).toEqual({ dates: [], off: ['2026-11-25'] })
  })
})
