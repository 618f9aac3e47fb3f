import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { renumbered } from '#shared/calendar/rules.ts'
import { timeOf } from '#shared/dates.ts'
import { type BlockMove, blockAt, lengthOf, moveBetween, moveProblem, placeInDay } from './block-move.ts'

const block = (id: string, startTime = '09:00', endTime = '09:45'): TimeBlock => ({
  id,
  title: id,
  description: '<p>Fractions</p>',
  startTime,
  endTime,
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const math = block('math')
const move = (change: Partial<BlockMove>): BlockMove => ({
  block: math,
  from: '2026-11-18',
  to: '2026-11-19',
  startTime: '09:00',
  isCopy: false,
  ...change,
})

test.each([
  ['10:30', '11:15'],
  ['00:00', '00:45'],
  ['23:14', '23:59'],
])('a lesson moved to %s keeps its length and ends at %s', (startTime, endTime) => {
  expect(blockAt(math, startTime)).toMatchObject({ startTime, endTime })
  expect(moveProblem(move({ startTime }), undefined)).toBeNull()
})

test.each([
  [{ startTime: '23:15' }, 0, 'This lesson is 45 minutes long and would run past midnight. Choose an earlier start.'],
  [{ to: '2026-11-21' }, 0, 'Saturday, November 21, 2026 isn’t a school day. Choose Monday through Friday.'],
  [{ to: '' }, 0, 'Please fill in all required fields'],
  [{ startTime: '' }, 0, 'Please fill in all required fields'],
  [{ to: '12026-11-19' }, 0, 'Use a date between 1970 and 2199'],
  [{ to: '2026-11-18' }, 1, 'That’s the same day and time. Choose another.'],
  [{}, 60, 'Thursday, November 19, 2026 is full. A day can hold up to 60 lessons.'],
  [{ to: '2026-11-18', isCopy: true }, 60, 'Wednesday, November 18, 2026 is full. A day can hold up to 60 lessons.'],
])('a move with %j to a day of %i lessons is refused: %s', (change, blocksThere, problem) => {
  expect(moveProblem(move(change), { marks: { isBlocked: false }, lessons: Array(blocksThere) })).toBe(problem)
})

test.each([
  [{}, 59],
  [{ to: '2026-11-18', startTime: '10:00' }, 60],
  [{ to: '2026-11-18', isCopy: true }, 1],
])('a move with %j to a day of %i lessons is possible', (change, blocksThere) => {
  expect(moveProblem(move(change), { marks: { isBlocked: false }, lessons: Array(blocksThere) })).toBeNull()
})

test('a moved lesson precedes others with the same start', () => {
  const day = [block('a', '08:00'), block('b', '09:00'), block('c', '10:00')]
  expect([placeInDay(day, '09:00'), placeInDay(day, '09:01'), placeInDay(day, '07:00'), placeInDay([], '09:00')]).toEqual([1, 2, 0, 0])
  const { target } = moveBetween({ source: [math], target: day }, 'math', blockAt(math, '09:00'))
  expect(target.map(({ id }) => id)).toEqual(['a', 'math', 'b', 'c'])
})

test("a lesson can't move to a non-instructional day, which would hide it", () => {
  const blocked = { marks: { isBlocked: true }, lessons: [] }
  expect(moveProblem(move({}), blocked)).toBe('No lessons on non-instructional days: Thursday, November 19, 2026 is blocked out.')
})

test('a locked plan stays, and a plan goes into no day whose lessons of its class are all locked', () => {
  const ofMath = { ...math, classId: 'math' }
  const locked = { ...ofMath, isLocked: true }
  const problem = (block: TimeBlock, there: readonly TimeBlock[], more: Partial<BlockMove> = { isPlan: true }) =>
    moveProblem(move({ block, ...more }), { marks: { isBlocked: false }, lessons: there.map((lesson) => ({ block: lesson })) })
  expect(problem(locked, [ofMath])).toBe('This lesson is locked, so its plan stays. Unlock it first.')
  expect(problem(ofMath, [locked, locked])).toBe('The lesson on that day is locked, so its plan stays. Unlock it first.')
  expect(problem(ofMath, [locked, ofMath])).toBeNull()
  expect(problem(ofMath, [])).toBeNull()
  expect(problem(locked, [locked], { isPlan: true, isCopy: true })).toBeNull()
  expect(problem(locked, [locked], { isPlan: false })).toBeNull()
})

/** Generates days of up to 20 lessons at random times, including overlaps and equal starts. `name` makes the IDs unique. */
const day = (name: string, least: number) =>
  fc
    .array(fc.tuple(fc.nat(1300), fc.integer({ min: 1, max: 100 })), { minLength: least, maxLength: 20 })
    .map((times) =>
      renumbered(times.map(([start, length], at) => ({ ...block(`${name}${at}`, timeOf(start), timeOf(start + length)), order: at }))),
    )
const days = fc
  .record({ source: day('s', 1), target: day('t', 0), chosen: fc.nat(), start: fc.nat(1300) })
  .map(({ source, target, chosen, start }) => {
    const leaving = source[chosen % source.length] as TimeBlock
    return { source, target, leaving, moved: blockAt(leaving, timeOf(start)) }
  })
const byId = (blocks: readonly TimeBlock[]) => new Map(blocks.map((each) => [each.id, { ...each, order: 0 }]))

describe('for any two days', () => {
  test('a move only changes the position of one lesson and loses none', () => {
    fc.assert(
      fc.property(days, ({ source, target, leaving, moved }) => {
        const after = moveBetween({ source, target }, leaving.id, moved)
        const expected = byId([...source, ...target]).set(leaving.id, { ...moved, order: 0 })
        expect(byId([...after.source, ...after.target])).toEqual(expected)
        expect([after.source.length, after.target.length]).toEqual([source.length - 1, target.length + 1])
        expect(lengthOf(moved)).toBe(lengthOf(leaving))
        for (const blocks of [after.source, after.target]) {
          expect(blocks.map(({ order }) => order)).toEqual(blocks.map((_, index) => index))
          expect(blocks.map(({ startTime }) => startTime)).toEqual(blocks.map(({ startTime }) => startTime).sort())
        }
      }),
    )
  })

  test('moving back restores both days', () => {
    fc.assert(
      fc.property(days, ({ source, target, leaving, moved }) => {
        const there = moveBetween({ source, target }, leaving.id, moved)
        // If several lessons start at the same time, this order puts the block back between its neighbors.
        const back = moveBetween({ source: there.target, target: there.source }, leaving.id, { ...leaving, order: leaving.order - 0.5 })
        expect(back.source).toEqual(target)
        expect(back.target).toEqual(source)
      }),
    )
  })
})
