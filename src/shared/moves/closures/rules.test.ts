import { describe, expect, test } from 'vitest'
import type { OldPlace } from '#shared/moves/closing/rules.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { CLASSES, cycleOf, daysIn, movesIn, numbersIn, outlineOf } from '#test/outlined-days.ts'
import { firstDateOf, planClosure, planOpening } from './rules.ts'

type Days = Record<string, string>
type Given = { timetables?: Timetable[]; today?: string }
const TODAY = '11-30'
const worldOf = (days: Days, { timetables = [], today = TODAY }: Given) => ({
  days: outlineOf(days),
  timetables,
  classes: CLASSES,
  today: `2026-${today}`,
})

type Closing = Given & { to?: string; closes?: boolean; moving?: string[] }
/** Closes days and moves the plans of all classes on, or of some. */
const close = (days: Days, from: string, { to = from, closes = true, moving = ['math', 'art', 'gym'], ...given }: Closing = {}) => {
  const range = { from: `2026-${from}`, to: `2026-${to}` }
  const plan = planClosure(worldOf(days, given), { ...range, closes, moving: new Set(moving) })
  return { days: daysIn(plan), moves: movesIn(plan), numbers: numbersIn(plan) }
}

describe('when a day closes in a week that repeats', () => {
  const WEEK = { '11-30': 'Math 9 A, Art 10 X', '12-01': 'Math 9 B, Art 10', '12-02': 'Math 9 C', '12-03': 'Math 9, Art 10' }

  test('each class moves on by itself, up to its first free lesson', () => {
    expect(close(WEEK, '11-30')).toEqual({
      days: {
        '11-30': 'Math 9, Art 10',
        '12-01': 'Math 9 A, Art 10 X',
        '12-02': 'Math 9 B',
        '12-03': 'Math 9 C, Art 10',
      },
      moves: ['A 11-30 9 → 12-01 9', 'X 11-30 10 → 12-01 10', 'B 12-01 9 → 12-02 9', 'C 12-02 9 → 12-03 9'],
      numbers: {},
    })
  })

  test('a class that stays leaves its plan under the day off', () => {
    expect(close(WEEK, '11-30', { moving: ['art'] }).moves).toEqual(['X 11-30 10 → 12-01 10'])
    expect(close(WEEK, '11-30', { moving: [] })).toEqual({ days: {}, moves: [], numbers: {} })
  })

  test('a locked plan and a lesson without a class stay', () => {
    expect(close({ '11-30': 'Math 9 A!, Lunch 12 L', '12-01': 'Math 9' }, '11-30').moves).toEqual([])
  })

  test('a day off inside the range, and one after it, are jumped', () => {
    const days = {
      '11-30': 'Math 9 A',
      '12-01': 'off: Math 9',
      '12-02': 'Math 9 B',
      '12-03': 'off: Math 9',
      '12-04': 'Math 9',
      '12-07': 'Math 9',
    }
    expect(close(days, '11-30', { to: '12-02' }).moves).toEqual(['A 11-30 9 → 12-04 9', 'B 12-02 9 → 12-07 9'])
  })

  test('what was left under a day off of the range moves on too, and what is under another one doesn’t', () => {
    const days = { '11-30': 'off: Math 9 A', '12-01': 'off: Math 9 B', '12-02': 'Math 9', '12-03': 'Math 9' }
    expect(close(days, '12-01', { to: '12-02' }).moves).toEqual(['B 12-01 9 → 12-03 9'])
  })

  test('at the end of the year, what has no lesson is named', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'Math 9 B' }
    expect(close(days, '11-30').moves).toEqual(['A 11-30 9 → 12-01 9', 'B 12-01 9 → unplaced'])
  })

  test('lessons before today stay where they were taught', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'Math 9 B', '12-02': 'Math 9 C', '12-03': 'Math 9' }
    expect(close(days, '11-30', { today: '12-02' }).moves).toEqual(['A 11-30 9 → 12-02 9', 'C 12-02 9 → 12-03 9'])
  })

  test('only some days of a range close', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'Math 9 B', '12-02': 'Math 9 C', '12-03': 'Math 9', '12-04': 'Math 9' }
    const [from, to] = ['2026-11-30', '2026-12-02']
    const plan = planClosure(worldOf(days, {}), { from, to, closes: true, moving: new Set(['math']), only: new Set([from, to]) })
    expect(movesIn(plan)).toEqual(['A 11-30 9 → 12-01 9', 'B 12-01 9 → 12-03 9', 'C 12-02 9 → 12-04 9'])
  })

  test('days that the school closed move their plans on, and an open day of the range doesn’t', () => {
    const days = { '11-30': 'off: Math 9 A', '12-01': 'Math 9 B', '12-02': 'Math 9' }
    const closed = { to: '12-02', closes: false }
    expect(close(days, '11-30', closed).moves).toEqual(['A 11-30 9 → 12-01 9', 'B 12-01 9 → 12-02 9'])
    expect(close({ '11-30': 'Math 9 A', '12-01': 'Math 9' }, '11-30', closed).moves).toEqual([])
  })

  test('a day outside of the range that is off already stays as it is', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'off: Math 9 B', '12-02': 'Math 9' }
    expect(close(days, '11-30', { closes: false }).moves).toEqual([])
    expect(close(days, '12-02').moves).toEqual([])
  })

  test('plans don’t move into the next school year, unless the range reaches into it', () => {
    const days = { '11-30': 'Math 9 A', '12-01': 'Math 9 B', '12-02': 'Math 9', '12-03': 'Math 9' }
    const timetables = [
      cycleOf({ first: '11-30', last: '12-01' }, ['Math 9'], { onDayOff: 'skip' }),
      cycleOf({ first: '12-02', last: '12-04' }, ['Math 9'], { id: 'next', onDayOff: 'skip' }),
    ]
    expect(close(days, '12-01', { timetables }).moves).toEqual(['B 12-01 9 → unplaced'])
    expect(close(days, '12-01', { to: '12-02', timetables }).moves).toEqual(['B 12-01 9 → 12-03 9'])
  })
})

describe('when a day closes in a cycle that waits', () => {
  const timetable = cycleOf({ first: '11-30', last: '12-04' }, ['Math 9', 'Art 9'])
  const DAYS = { '11-30': 'Math 9 A', '12-01': 'Art 9 X', '12-02': 'Math 9 B', '12-03': 'Art 9 Y', '12-04': 'Math 9' }

  test('the later days get its lessons', () => {
    expect(close(DAYS, '12-01', { timetables: [timetable] })).toEqual({
      days: { '12-01': '', '12-02': 'Art 9 X', '12-03': 'Math 9 B', '12-04': 'Art 9 Y' },
      moves: ['X 12-01 9 → 12-02 9', 'B 12-02 9 → 12-03 9', 'Y 12-03 9 → 12-04 9'],
      numbers: { '11-30': '1', '12-02': '2', '12-03': '1', '12-04': '2' },
    })
  })

  test('a locked lesson stays on its date, and the other plans of its class jump over it', () => {
    const days = { ...DAYS, '12-02': 'Math 9 B!', '12-04': 'Math 9 C' }
    const { days: now, moves } = close(days, '12-01', { timetables: [timetable] })
    expect(now).toMatchObject({ '12-02': 'Math 9 B!, Art 9 X' })
    expect(moves).toContain('X 12-01 9 → 12-02 9')
    expect(moves.some((move) => move.startsWith('B'))).toBe(false)
    expect(moves).toContain('C 12-04 9 → 12-03 9')
  })

  test('a locked lesson stays under the day off', () => {
    expect(close({ ...DAYS, '12-01': 'Art 9 X!' }, '12-01', { timetables: [timetable] }).days['12-01']).toBeUndefined()
  })

  test('a class that stays leaves its plan under the day off, although the others are renumbered', () => {
    const { days, moves } = close(DAYS, '12-01', { timetables: [timetable], moving: ['math'] })
    expect(days['12-01']).toBeUndefined()
    expect(moves).toEqual(['B 12-02 9 → 12-03 9', 'Y 12-03 9 → 12-02 9'])
  })

  test('a lesson that the teacher added there moves on to the next lesson of its class', () => {
    const days = { ...DAYS, '12-01': 'Art 9 X, Math 14 E' }
    expect(close(days, '12-01', { timetables: [timetable] }).moves).toContain('E 12-01 14 → 12-03 9')
  })

  test('an added lesson of the same class moves on behind the one that was before it', () => {
    const days = { ...DAYS, '12-01': 'Art 9 X, Art 14 E', '12-03': 'Art 9' }
    expect(close(days, '12-01', { timetables: [timetable] }).moves).toEqual([
      'X 12-01 9 → 12-02 9',
      'E 12-01 14 → 12-04 9',
      'B 12-02 9 → 12-03 9',
    ])
  })

  test('one on a later day changes plans with the lesson that would pass it', () => {
    const days = { ...DAYS, '12-03': 'Art 9 Y, Art 14 E' }
    expect(close(days, '12-01', { timetables: [timetable] }).days).toMatchObject({
      '12-02': 'Art 9 X',
      '12-03': 'Math 9 B, Art 14 Y',
      '12-04': 'Art 9 E',
    })
  })

  test('no plan ends in a lesson that a short day leaves out, where nobody would see it, whether its class moves on or stays', () => {
    const leavesOut = (days: OutlinedDay[]) =>
      days.map((day) => {
        const usual = { startTime: '09:00', endTime: '09:45', shortDay: 'Late start', isLeftOut: true }
        return day.date === '2026-12-02' ? { ...day, blocks: day.blocks.map((block) => ({ ...block, usual })) } : day
      })
    const world = worldOf({ ...DAYS, '12-03': 'Art 9' }, { timetables: [timetable] })
    for (const moving of [['math', 'art'], []]) {
      const range = { from: '2026-12-01', to: '2026-12-01', closes: true, moving: new Set(moving) }
      const days = leavesOut(world.days)
      const plan = planClosure({ ...world, days }, range)
      expect(movesIn(plan)).toEqual(moving.length > 0 ? ['X 12-01 9 → 12-04 9', 'B 12-02 9 → 12-03 9'] : ['B 12-02 9 → 12-03 9'])
    }
  })

  test('a lesson with a title of its own is a plan, and is named if it has no lesson anymore', () => {
    const titled = (days: OutlinedDay[]) =>
      days.map((day) => ({
        ...day,
        blocks: day.blocks.map((block) => (block.words === 'Zoo' ? { ...block, title: 'Zoo', hasText: false } : block)),
      }))
    const world = worldOf({ ...DAYS, '12-02': 'Math 9 Zoo', '12-04': 'Math 9 Zoo' }, { timetables: [timetable] })
    const range = { from: '2026-12-01', to: '2026-12-01', closes: true, moving: new Set(['math', 'art']) }
    const plan = planClosure({ ...world, days: titled(world.days) }, range)
    expect(plan.unplaced.map(({ date, block }) => `${block.title} ${date}`)).toEqual(['Zoo 2026-12-04'])
  })

  test('a lesson whose plan has no room anymore says where it was before the days were counted again', () => {
    const [days, timetables] = [
      { '11-30': 'Math 9 A', '12-01': 'Art 9 X, Math 14 E', '12-02': 'Math 9 B', '12-03': 'Art 9 Y' },
      [cycleOf({ first: '11-30', last: '12-03' }, ['Math 9', 'Art 9'])],
    ]
    expect(close(days, '12-01', { timetables }).moves).toContain('B 12-02 9 → unplaced')
  })

  test('plans move to days that had no lessons before the days were counted again', () => {
    const timetables = [cycleOf({ first: '11-30', last: '12-07' }, ['Math 9', 'Art 9', ''])]
    const days = { '11-30': 'Math 9', '12-01': 'Art 9 X, Art 14 E', '12-03': 'Math 9, Art 14 F', '12-04': 'Art 9 Y' }
    expect(close(days, '12-01', { timetables }).moves).toEqual([
      'X 12-01 9 → 12-02 9',
      'E 12-01 14 → 12-03 14',
      'F 12-03 14 → 12-07 9',
      'Y 12-04 9 → unplaced',
    ])
  })

  test('an open day of the range isn’t counted as closed if only plans of days off move', () => {
    const off = cycleOf({ first: '11-30', last: '12-04' }, ['Math 9', 'Art 9'], { off: ['12-01'] })
    const days = { '11-30': 'Math 9 A', '12-01': 'off: Gym 14 G', '12-02': 'Art 9 X', '12-03': 'Math 9', '12-04': 'Art 9, Gym 14' }
    expect(close(days, '12-01', { to: '12-02', closes: false, timetables: [off] })).toEqual({
      ...{ days: { '12-01': 'Gym 14', '12-04': 'Art 9, Gym 14 G' }, moves: ['G 12-01 14 → 12-04 14'], numbers: {} },
    })
  })

  test('a day that is off already isn’t counted again', () => {
    const off = cycleOf({ first: '11-30', last: '12-04' }, ['Math 9', 'Art 9'], { off: ['12-01'] })
    const days = { '11-30': 'Math 9 A', '12-01': 'off: Gym 14 G', '12-02': 'Art 9 X', '12-03': 'Math 9', '12-04': 'Art 9, Gym 14' }
    const closed = close(days, '12-01', { timetables: [off] })
    expect(closed).toEqual({ days: { '12-01': 'Gym 14', '12-04': 'Art 9, Gym 14 G' }, moves: ['G 12-01 14 → 12-04 14'], numbers: {} })
  })

  test('a range over two timetables renumbers both, and one outside of a timetable none', () => {
    const next = cycleOf({ first: '12-07', last: '12-09' }, ['Math 9', 'Art 9'], { id: 'next' })
    const days = { ...DAYS, '12-07': 'Math 9 D', '12-08': 'Art 9 Z', '12-09': 'Math 9' }
    const range = { from: '2026-12-04', to: '2026-12-07' }
    const plan = planClosure(worldOf(days, { timetables: [timetable, next] }), { ...range, closes: true, moving: new Set(['math', 'art']) })
    expect(plan.timetables.map(({ before, after }) => [before.id, Object.keys(after.numbers).length])).toEqual([
      ['timetable', 4],
      ['next', 2],
    ])
    expect(daysIn(plan)).toEqual({ '12-04': '', '12-07': '', '12-08': 'Math 9 D', '12-09': 'Art 9 Z' })
    expect(plan.days.map(({ date }) => date)).toEqual(['2026-12-04', '2026-12-07', '2026-12-08', '2026-12-09'])
    const swapped = worldOf(days, { timetables: [next, timetable] })
    expect(planClosure(swapped, { ...range, closes: true, moving: new Set(['math', 'art']) }).days).toEqual(plan.days)
    const idsFor = (from: string) =>
      planClosure(worldOf(days, { timetables: [timetable, next] }), {
        from,
        to: from,
        closes: true,
        moving: new Set(['math']),
      }).timetables.map(({ before }) => before.id)
    expect([idsFor('2026-12-04'), idsFor('2026-12-07'), idsFor('2026-12-14')]).toEqual([['timetable'], ['next'], []])
    const outside = close({ '12-14': 'Math 9 A', '12-15': 'Math 9' }, '12-14', { timetables: [timetable] })
    expect(outside.moves).toEqual(['A 12-14 9 → 12-15 9'])
  })
})

type Opening = Given & { to?: string; places?: OldPlace[]; closed?: string[]; staying?: OldPlace[]; waiting?: Days; schoolOff?: string[] }
const place = (id: string, day: string, hour = 9): OldPlace => ({
  id,
  date: `2026-${day}`,
  startTime: `${String(hour).padStart(2, '0')}:00`,
})
const planOf = (
  days: Days,
  from: string,
  { to = from, places = [], staying = [], waiting = {}, schoolOff = [], ...given }: Opening = {},
) => {
  const dated = (day: string) => `2026-${day}`
  const left = outlineOf(waiting).flatMap(({ date, blocks }) =>
    blocks.map((block) => [block.id, { date, block: { ...block, home: 'unplaced' } }] as const),
  )
  return planOpening(worldOf(days, given), {
    ...{ from: dated(from), places, staying, waiting: new Map(left), closed: new Set(given.closed?.map(dated)) },
    isOpening: (date) => date >= dated(from) && date <= dated(to) && !schoolOff.includes(date.slice(5)),
  })
}
const open = (days: Days, from: string, opening: Opening = {}) => {
  const plan = planOf(days, from, opening)
  return { days: daysIn(plan), moves: movesIn(plan), numbers: numbersIn(plan) }
}

describe('when a day opens', () => {
  const CLOSED = { '11-30': 'off: Math 9', '12-01': 'Math 9 A', '12-02': 'Math 9 B' }

  test('its plans come back, and the later ones to where they were', () => {
    expect(open(CLOSED, '11-30', { places: [place('A', '11-30'), place('B', '12-01')] })).toEqual({
      days: { '11-30': 'Math 9 A', '12-01': 'Math 9 B', '12-02': 'Math 9' },
      moves: ['A 12-01 9 → 11-30 9', 'B 12-02 9 → 12-01 9'],
      numbers: {},
    })
  })

  test('what was written on it meanwhile moves on, also if the school opened it before the teacher says so', () => {
    for (const off of ['off: ', '']) {
      const plan = planOf({ '11-30': `${off}Math 9 W`, '12-01': 'Math 9 A', '12-02': 'Math 9' }, '11-30', {
        places: [place('A', '11-30')],
        closed: ['11-30'],
      })
      expect(daysIn(plan)).toEqual({ '11-30': 'Math 9 A', '12-01': 'Math 9 W' })
      expect(movesIn({ moves: plan.back })).toEqual(['A 12-01 9 → 11-30 9'])
      expect(movesIn({ moves: plan.others })).toEqual(['W 11-30 9 → 12-01 9'])
    }
  })

  test('an unplaced plan that finds a lesson comes back, and one that doesn’t isn’t counted', () => {
    const days = { '11-30': 'off: Math 9', '12-01': 'Math 9 A' }
    const places = [place('A', '11-30'), place('B', '12-01')]
    const waiting = { '12-01': 'Math 9 B' }
    expect(movesIn({ moves: planOf(days, '11-30', { places, waiting }).back })).toEqual(['A 12-01 9 → 11-30 9', 'B 12-01 9 → 12-01 9'])
    const shut = planOf(days, '11-30', { places, waiting, schoolOff: ['11-30'] })
    expect([shut.back, shut.others]).toEqual([[], []])
  })

  test('plans that found no lesson anymore are named, and unplaced ones return to where they were', () => {
    const plan = planOf({ '11-30': 'off: Math 9 W', '12-01': 'Math 9 A' }, '11-30', {
      ...{ places: [place('A', '11-30'), place('B', '12-01')], waiting: { '12-01': 'Math 9 B' } },
    })
    expect(movesIn(plan)).toEqual(['W 11-30 9 → unplaced', 'A 12-01 9 → 11-30 9', 'B 12-01 9 → 12-01 9'])
    const first = planOf({ '11-30': 'off: Math 9', '12-01': 'Math 9', '12-02': 'Math 9 A' }, '11-30', {
      ...{ places: [place('B', '11-30'), place('A', '12-01')], waiting: { '11-30': 'Math 9 B' } },
    })
    expect(movesIn(first)).toEqual(['B 11-30 9 → 11-30 9', 'A 12-02 9 → 12-01 9'])
  })

  test('a plan of the closure that has to leave for others of it doesn’t count as one that comes back', () => {
    const plan = planOf({ '11-30': 'off: Math 9', '12-01': 'Math 9 A' }, '11-30', {
      places: [place('B', '11-30'), place('C', '11-30', 10), place('A', '12-01')],
      waiting: { '11-30': 'Math 9 B, Math 10 C' },
    })
    expect(movesIn({ moves: plan.back })).toEqual(['B 11-30 9 → 11-30 9', 'C 11-30 10 → 12-01 9'])
    expect(movesIn({ moves: plan.others })).toEqual(['A 12-01 9 → unplaced'])
  })

  test('a plan that was written on an open day of the range stays between those that return', () => {
    const days = { '11-30': 'off: Math 9', '12-01': 'Math 9 A', '12-02': 'Math 9 C', '12-03': 'Math 9 B' }
    expect(open(days, '11-30', { to: '12-03', places: [place('A', '11-30'), place('B', '12-01')] }).days).toEqual({
      ...{ '11-30': 'Math 9 A', '12-01': 'Math 9 C', '12-02': 'Math 9 B', '12-03': 'Math 9' },
    })
  })

  test('they stay if the teacher says so', () => {
    expect(open(CLOSED, '11-30')).toEqual({ days: {}, moves: [], numbers: {} })
  })

  test('an unplaced plan returns to a lesson of its own class only', () => {
    const given = { places: [place('A', '11-30')], waiting: { '11-30': 'Math 9 A' } }
    expect(open({ '11-30': 'off: Art 9, Math 10' }, '11-30', given).days).toEqual({ '11-30': 'Art 9, Math 10 A' })
    expect(open({ '11-30': 'off: Art 9' }, '11-30', given).days).toEqual({})
  })

  test('a day that the school closed stays closed, and its plans where they are', () => {
    const given = { places: [place('A', '11-30')], schoolOff: ['11-30'] }
    expect(open(CLOSED, '11-30', given).moves).toEqual([])
  })

  test('a plan of another day that stays closed keeps its place before those that return', () => {
    const days = { '11-30': 'off: Math 9', '12-01': 'off: Math 9', '12-02': 'Math 9 A, Art 10 X', '12-03': 'Math 9 B', '12-04': 'Math 9 C' }
    const given = { places: [place('B', '12-01'), place('C', '12-02')], staying: [place('A', '11-30'), place('X', '11-30')] }
    expect(planOf(days, '12-01', given).returned).toEqual([place('A', '12-01'), place('B', '12-01'), place('C', '12-02')])
    expect(open(days, '12-01', given).days).toEqual({
      '12-01': 'Math 9 A',
      '12-02': 'Math 9 B, Art 10 X',
      '12-03': 'Math 9 C',
      '12-04': 'Math 9',
    })
  })

  test('a day outside of the range stays closed', () => {
    const days = { '11-30': 'off: Math 9', '12-01': 'off: Math 9', '12-02': 'Math 9 A', '12-03': 'Math 9 B', '12-04': 'Math 9' }
    const places = [place('A', '11-30'), place('B', '12-01')]
    expect(open(days, '11-30', { places }).days).toEqual({
      '11-30': 'Math 9 A',
      '12-02': 'Math 9 B',
      '12-03': 'Math 9',
    })
    expect(open(days, '12-01', { places }).days).toEqual({ '12-01': 'Math 9 A', '12-02': 'Math 9 B', '12-03': 'Math 9' })
  })

  test('a plan whose id another lesson has as well stays, because nobody can tell which one it was', () => {
    const days = { '11-30': 'off: Math 9', '12-01': 'Math 9 A', '12-02': 'Art 9 A' }
    expect(open(days, '11-30', { places: [place('A', '11-30')] }).days).toEqual({})
  })

  test('in a cycle that waits, the days are counted again, and their lessons return', () => {
    const timetable = cycleOf({ first: '11-30', last: '12-03' }, ['Math 9', 'Art 9'], { off: ['12-01'] })
    const days = { '11-30': 'Math 9 A', '12-01': 'off:', '12-02': 'Art 9 X', '12-03': 'Math 9 B' }
    const places = [place('X', '12-01'), place('B', '12-02')]
    expect(open(days, '12-01', { timetables: [timetable], places })).toEqual({
      days: { '12-01': 'Art 9 X', '12-02': 'Math 9 B', '12-03': 'Art 9' },
      moves: ['X 12-02 9 → 12-01 9', 'B 12-03 9 → 12-02 9'],
      numbers: { '11-30': '1', '12-01': '2', '12-02': '1', '12-03': '2' },
    })
  })

  test('in a cycle that waits, a day off outside of the range isn’t counted', () => {
    const timetable = cycleOf({ first: '11-30', last: '12-04' }, ['Math 9', 'Art 9'], { off: ['12-01', '12-03'] })
    const days = { '11-30': 'Math 9 A', '12-01': 'off:', '12-02': 'Art 9 X', '12-03': 'off:', '12-04': 'Math 9 B' }
    expect(open(days, '12-01', { timetables: [timetable] })).toMatchObject({
      moves: ['X 12-02 9 → 12-01 9', 'B 12-04 9 → 12-02 9'],
      numbers: { '11-30': '1', '12-01': '2', '12-02': '1', '12-04': '2' },
    })
  })

  test('a day of the range that wasn’t off keeps its lessons, also if the teacher has deleted them', () => {
    const timetable = cycleOf({ first: '11-30', last: '12-02' }, ['Math 9', 'Art 9'], { onDayOff: 'skip', off: ['12-01'] })
    expect(open({ '12-01': 'off:', '12-02': '' }, '12-01', { to: '12-02', timetables: [timetable] }).days).toEqual({ '12-01': 'Art 9' })
  })

  test('a day without anything on it gets the lessons of its timetable', () => {
    const timetable = cycleOf({ first: '11-30', last: '12-02' }, ['Math 9', 'Art 9'], { onDayOff: 'skip', off: ['12-01'] })
    expect(open({ '12-01': 'off:' }, '12-01', { timetables: [timetable] })).toMatchObject({ days: { '12-01': 'Art 9' }, moves: [] })
  })
})

test('an opening depends on the days from the first place on, if that is before it', () => {
  expect(firstDateOf('2026-12-01', [])).toBe('2026-12-01')
  expect(firstDateOf('2026-12-01', [place('A', '11-30')])).toBe('2026-11-30')
  expect(firstDateOf('2026-12-01', [place('A', '12-02')])).toBe('2026-12-01')
})
