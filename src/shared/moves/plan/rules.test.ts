import { describe, expect, test } from 'vitest'
import { LAST_DAY } from '#shared/dates.ts'
import type { MoveKind } from '#shared/moves/moving/rules.ts'
import { CLASSES, daysIn, movesIn, outlineOf } from '#test/outlined-days.ts'
import { daysFrom, horizonOf, lastDateFor, moveWaysOf, planMove } from './rules.ts'

const move = (days: Record<string, string>, blockId: string, kind: MoveKind = 'bump', day = '11-30') => {
  const date = `2026-${day}`
  return planMove(daysFrom(outlineOf(days), date, CLASSES), { date, blockId, kind }, CLASSES)
}
const moved = (...given: Parameters<typeof move>) => {
  const plan = move(...given)
  if (typeof plan === 'string') throw new Error(plan)
  return { days: daysIn(plan), moves: movesIn(plan) }
}

describe('a plan moves along the lessons of its own class', () => {
  test('other classes, lessons without a class and earlier days stay', () => {
    const days = {
      '11-27': 'Math 9 Z',
      '11-30': 'Math 9 A, Art 10 X',
      '12-01': 'Art 9 Y, Lunch 10',
      '12-02': 'Math 10 B',
      '12-03': 'Math 9',
    }
    expect(moved(days, 'A')).toEqual({
      days: { '11-30': 'Math 9, Art 10 X', '12-02': 'Math 10 A', '12-03': 'Math 9 B' },
      moves: ['A 11-30 9 → 12-02 10', 'B 12-02 10 → 12-03 9'],
    })
  })

  test('over a day off and a lock, and a plan that falls off the end is named', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'off: Math 9', '12-02': 'Math 9 L!', '12-03': 'Math 9 B' }
    expect(moved(days, 'A')).toEqual({
      days: { '11-30': 'Math 9', '12-03': 'Math 9 A' },
      moves: ['A 11-30 9 → 12-03 9', 'B 12-03 9 → unplaced'],
    })
  })

  test('within a day that has the class twice, in the order of the day', () => {
    const days = { '11-30': 'Math 11, Math 9 A, Art 10', '12-01': 'Math 9 B' }
    expect(moved(days, 'A').moves).toEqual(['A 11-30 9 → 11-30 11'])
    expect(moved({ '11-30': 'Math 11 B, Math 9 A', '12-01': 'Math 9' }, 'A').moves).toEqual([
      'A 11-30 9 → 11-30 11',
      'B 11-30 11 → 12-01 9',
    ])
  })

  test('extending names the copy, which leaves from where the plan stays', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'Math 9 B', '12-02': 'Math 9' }
    expect(moved(days, 'A', 'extend')).toEqual({
      days: { '12-01': 'Math 9 A', '12-02': 'Math 9 B' },
      moves: ['A+ 11-30 9 → 12-01 9', 'B 12-01 9 → 12-02 9'],
    })
  })

  test('pulling back names the plan that is replaced', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'Math 9 B', '12-02': 'Math 9' }
    expect(moved(days, 'A', 'pullBack')).toEqual({
      days: { '11-30': 'Math 9 B', '12-01': 'Math 9' },
      moves: ['A 11-30 9 → unplaced', 'B 12-01 9 → 11-30 9'],
    })
  })

  test('two lessons of the same id, such as copies by other clients, don’t count as moved if they stay', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'Math 9, Art 10 Y, Art 11 Y' }
    expect(moved(days, 'A').moves).toEqual(['A 11-30 9 → 12-01 9'])
  })

  test('the second lesson of its class on a day leaves the first one alone, and may fall off the end', () => {
    expect(moved({ '11-30': 'Math 9 X, Math 10 A', '12-01': 'Math 9' }, 'A').moves).toEqual(['A 11-30 10 → 12-01 9'])
    expect(moved({ '11-30': 'Math 9 X, Math 10 A' }, 'A').moves).toEqual(['A 11-30 10 → unplaced'])
  })

  test('what follows the move of free lessons isn’t a move', () => {
    expect(moved({ '11-30': 'Math 9 A', '12-01': 'Math 9' }, 'A').moves).toEqual(['A 11-30 9 → 12-01 9'])
  })
})

describe('a move that isn’t possible says why', () => {
  const days = {
    '11-30': 'Math 9 A, Art 10 X, Lunch 12 L, Gym 13 G!, Gym 14',
    '12-01': 'Math 9 A2',
    '12-02': 'Math 9 B!',
  }
  test.each([
    ['a day off', { '11-30': 'off: Math 9 A', '12-01': 'Math 9 B' }, 'dayOff'],
    ['a free lesson of a day off', { '11-30': 'off: Math 9', '12-01': 'Math 9 B' }, 'dayOff'],
  ])('nothing is pulled back into %s, where nobody would see it', (_, written, why) => {
    const [day] = outlineOf(written)
    const id = day?.blocks[0]?.id ?? ''
    expect(move(written, id, 'pullBack')).toBe(why)
    if (id === 'A') expect(moved(written, id).moves).toEqual(['A 11-30 9 → 12-01 9', 'B 12-01 9 → unplaced'])
  })
  test('nothing is pulled back into a lesson that is left out on a short day', () => {
    const usual = { startTime: '09:00', endTime: '09:45', shortDay: 'Delay', isLeftOut: true }
    const outline = outlineOf({ '11-30': 'Math 9 A', '12-01': 'Math 9 B' }).map((one, index) =>
      index === 0 ? { ...one, blocks: one.blocks.map((block) => ({ ...block, usual })) } : one,
    )
    const date = '2026-11-30'
    const leftOut = (kind: MoveKind) => planMove(daysFrom(outline, date, CLASSES), { date, blockId: 'A', kind }, CLASSES)
    expect(leftOut('pullBack')).toBe('leftOut')
    expect(leftOut('bump')).toMatchObject({ moves: [{ plan: { id: 'A' } }, { plan: { id: 'B' }, to: null }] })
  })
  test.each([
    ['a lesson that isn’t on that day anymore', 'A2', 'bump', 'gone'],
    ['a lesson without a class', 'L', 'bump', 'noClass'],
    ['a locked lesson', 'G', 'pullBack', 'locked'],
    ['a lesson without a plan', '2026-11-30 Gym 14', 'bump', 'free'],
    ['the last lesson of a class can’t be extended', 'X', 'extend', 'isLast'],
    ['nothing is left to pull back', 'X', 'pullBack', 'nothingLater'],
  ] as const)('%s', (_, id, kind, expected) => {
    expect(move(days, id, kind)).toBe(expected)
  })

  test('a lesson that has moved to a later day since', () => {
    expect(move({ '12-01': 'Math 9 A', '12-02': 'Math 9' }, 'A')).toBe('gone')
    expect(move({ '11-30': 'Art 9', '12-01': 'Math 9 A', '12-02': 'Math 9' }, 'A')).toBe('gone')
  })

  test('a locked plan isn’t pulled back, and isn’t taken from its day', () => {
    expect(move({ '11-30': 'Math 9 A', '12-01': 'Math 9 B!' }, 'A', 'pullBack')).toBe('nothingLater')
  })

  test('a lesson whose class was deleted has no class', () => {
    const date = '2026-11-30'
    const others = CLASSES.slice(1)
    expect(planMove(daysFrom(outlineOf({ '11-30': 'Math 9 A' }), date, others), { date, blockId: 'A', kind: 'bump' }, others)).toBe(
      'noClass',
    )
  })

  test('a lesson without a plan can have the next one pulled into it', () => {
    expect(moved({ '11-30': 'Math 9', '12-01': 'Math 9 B' }, '2026-11-30 Math 9', 'pullBack').moves).toEqual(['B 12-01 9 → 11-30 9'])
  })
})

describe('a lesson has a plan', () => {
  const { isFree, fresh } = moveWaysOf(CLASSES)
  const [lesson] = daysFrom(outlineOf({ '11-30': 'Math 9' }), '2026-11-30', CLASSES)[0]?.blocks ?? []
  const like = (changed: Partial<NonNullable<typeof lesson>>) => ({ ...(lesson as NonNullable<typeof lesson>), ...changed })

  test('if it has a text, or a title that isn’t the name of its class', () => {
    expect(isFree(like({}))).toBe(true)
    expect(isFree(like({ title: ' MATH ' }))).toBe(true)
    expect(isFree(like({ title: 'Field trip' }))).toBe(false)
    expect(isFree(like({ hasText: true }))).toBe(false)
    expect(isFree(like({ classId: null, title: '' }))).toBe(false)
  })

  test('and a new one has none', () => {
    const made = fresh(like({ title: 'Field trip', hasText: true, words: 'Bus at 9', id: 'A', home: '2026-11-30', isCopy: true }))
    expect(made).toEqual(like({ title: 'Math', hasText: false, words: '', id: '', home: '', isCopy: false }))
    expect(isFree(made)).toBe(true)
    expect(fresh(like({ classId: null, title: 'Lunch' })).title).toBe('Lunch')
  })
})

describe('plans move up to', () => {
  const years = [
    { firstDay: '2027-08-30', lastDay: '2028-06-16' },
    { firstDay: '2026-08-31', lastDay: '2027-06-18' },
  ]
  test.each([
    ['the end of their timetable', '2026-11-30', '2027-06-18'],
    ['its last day, from that day too', '2027-06-18', '2027-06-18'],
    ['its last day, from its first one', '2026-08-31', '2027-06-18'],
    ['the day before the next timetable, in summer', '2027-06-19', '2027-08-29'],
    ['the day before the first timetable', '2026-08-30', '2026-08-30'],
    ['the end of time, after the last one', '2028-06-17', LAST_DAY],
  ])('%s', (_, date, expected) => {
    expect(lastDateFor(years, date)).toBe(expected)
  })
})

test('one request reads up to there, and at most 400 days', () => {
  const years = [{ firstDay: '2026-08-26', lastDay: '2027-06-16' }]
  expect(horizonOf(years, '2026-11-18')).toBe('2027-06-16')
  expect(horizonOf([], '2026-11-18')).toBe('2027-12-22')
})

test('days are read from a date on, in order, with the lessons of each in the order of the day', () => {
  const outline = outlineOf({ '11-27': 'Math 9', '11-30': 'Math 11, Math 9', '12-01': 'off: Math 9' })
  expect(daysFrom(outline, '2026-11-30', CLASSES)).toMatchObject([
    { date: '2026-11-30', isOff: false, blocks: [{ startTime: '09:00' }, { startTime: '11:00' }] },
    { date: '2026-12-01', isOff: true },
  ])
})
