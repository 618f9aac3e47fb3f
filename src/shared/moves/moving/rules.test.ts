import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lesson, lane, laneOf, movedLine, ways } from '#test/lanes.ts'
import { byPlace, isOpen, type MoveKind, movedPlans, type Spot } from './rules.ts'

/** Moves the plan with this letter, or else the first lesson. Returns what the teacher sees. */
const after = (line: string, kind: MoveKind, text = 'A') => {
  const spots = laneOf(line)
  const index = spots.findIndex(({ block }) => block.text === text)
  return movedLine(spots, movedPlans(spots, Math.max(0, index), kind, ways))
}

describe('a bump moves the plan to the next lesson of its class', () => {
  test.each([
    ['the plans there make room, up to the first free lesson', 'A B C - D', '- A B C D'],
    ['a free next lesson takes it at once', 'A - B', '- A B'],
    ['earlier plans and free lessons stay', 'X - A B -', 'X - - A B'],
    ['plans jump over a locked lesson in the middle', 'A [B] C -', '- [B] A C'],
    ['plans jump over a locked lesson without a plan', 'A [-] -', '- [-] A'],
    ['plans jump over a day off, with or without a plan under it', 'A (B) (-) C -', '- (B) (-) A C'],
    ['plans jump over a lesson that is left out on a short day', 'A {B} -', '- {B} A'],
    ['a class that meets twice a day moves lesson by lesson', 'A/B C/- D', '-/A B/C D'],
    ['the second of two lessons on a day leaves the first one alone', 'X/A B -', 'X/- A B'],
    ['a plan under a day off comes out', '(A) B -', '(-) A B'],
    ['at the end of the year, the last plan has no lesson', 'A B C', '- A B → C'],
    ['a class without free lessons, of which the rest is locked', 'A B [C] [D]', '- A [C] [D] → B'],
    ['a class whose only lesson it is', 'A', '- → A'],
  ])('%s', (_, line, expected) => {
    expect(after(line, 'bump')).toBe(expected)
  })
})

describe('a bump of all moves all later plans', () => {
  test.each([
    ['over free lessons too, so that their distances stay', 'A B - C -', '- A B - C'],
    ['but not over locks, days off and lessons left out', 'A [X] B (Y) - {Z} C -', '- [X] A (Y) B {Z} - C'],
    ['what falls off the end of the year is named', 'A - B', '- A - → B'],
    ['a free lesson that falls off is not', 'A B -', '- A B'],
    ['two lessons a day', 'A/B -/C D/-', '-/A B/- C/D'],
  ])('%s', (_, line, expected) => {
    expect(after(line, 'bumpAll')).toBe(expected)
  })
})

describe('extending copies the plan to the next lesson', () => {
  test.each([
    ['and the rest makes room', 'A B - C', 'A A B C'],
    ['over a lock', 'A [B] C -', 'A [B] A C'],
    ['into the other lesson of the day', 'A/- B', 'A/A B'],
    ['a lesson without a plan has nothing to copy', '- B', '- B'],
  ])('%s', (_, line, expected) => {
    expect(after(line, 'extend')).toBe(expected)
  })

  test('only the new lesson is a copy', () => {
    const spots = laneOf('A -')
    expect(movedPlans(spots, 0, 'extend', ways).blocks.map(({ isCopy }) => isCopy)).toEqual([undefined, true])
  })
})

describe('pulling back replaces the plan with the next one', () => {
  test.each([
    ['and the later ones move up, to the first free lesson', 'A B C - D', 'B C - - D → A'],
    ['also from behind free lessons', 'A - - B C -', 'B - - C - - → A'],
    ['a free lesson is filled, and nothing is unplaced', '- - B C', 'B - C -'],
    ['over locks, days off and lessons left out', 'A [X] (Y) {Z} B', 'B [X] (Y) {Z} - → A'],
    ['two lessons a day', 'A/B C/-', 'B/C -/- → A'],
    ['earlier plans stay', 'X A B', 'X B - → A'],
  ])('%s', (_, line, expected) => {
    expect(after(line, 'pullBack')).toBe(expected)
  })
})

describe('what belongs to a lesson stays with it', () => {
  const moved = (line: string) => movedPlans(laneOf(line), 0, 'bump', ways).blocks

  test('a plan takes the times, the order and the short day of the lesson it moves to, and brings its own id', () => {
    const spots = laneOf('A/-')
    const usual = { startTime: '08:00', endTime: '08:45', shortDay: 'Early release' }
    const short = spots.map((spot, index) => (index === 1 ? { ...spot, block: { ...spot.block, usual } } : spot))
    const [first, second] = movedPlans(short, 0, 'bump', ways).blocks
    expect(second).toEqual({ id: 'A', text: 'A', startTime: '10:00', endTime: '10:45', order: 1, usual })
    expect(first).toEqual({ id: '2026-11-30 10:00', text: '', startTime: '09:00', endTime: '09:45', order: 0 })
  })

  test('a free lesson changes places with the plan, and only what moves changes', () => {
    const spots = laneOf('A B - [C] - D')
    const { blocks } = movedPlans(spots, 0, 'bump', ways)
    expect(blocks.map(({ id }) => id)).toEqual(['2026-12-02 09:00', 'A', 'B', 'C', '2026-12-04 09:00', 'D'])
    for (const index of [3, 4, 5]) expect(blocks[index]).toBe(spots[index]?.block)
  })

  test('a lesson without another one to change places with is new', () => {
    expect(moved('A').map(({ id }) => id)).toEqual([''])
  })
})

test('places are compared by date, then by time', () => {
  const at = (date: string, startTime: string) => ({ date, startTime })
  const sorted = [at('2026-12-02', '09:00'), at('2026-12-01', '10:00'), at('2026-12-01', '09:00'), at('2026-12-01', '09:00')].sort(byPlace)
  expect(sorted.map(({ date, startTime }) => `${date} ${startTime}`)).toEqual([
    '2026-12-01 09:00',
    '2026-12-01 09:00',
    '2026-12-01 10:00',
    '2026-12-02 09:00',
  ])
  expect(byPlace(at('2026-12-01', '09:00'), at('2026-12-01', '09:00'))).toBe(0)
})

const word = fc.constantFrom('*', '*', '*', '-', '-', '[*]', '[-]', '(*)', '(-)', '{*}')
const line = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 14 }).map((days) => {
  let plans = 0
  return days.map((words) => words.map((word) => word.replace('*', `P${plans++}`)).join('/')).join(' ')
})
const aMove = fc.record({ kind: fc.constantFrom<MoveKind>('bump', 'bumpAll', 'extend', 'pullBack'), which: fc.nat(40) })
const textsOf = (spots: readonly Spot<Lesson>[]) => spots.flatMap(({ block }) => (block.text ? [block.text] : []))

/** Returns the plans of open lessons in the order that a move must give them. `left` are those that must be unplaced. */
const wanted = (before: string[], kind: MoveKind, { text, copy }: { text: string; copy: string }) => {
  if (kind === 'pullBack') return { order: before.filter((one) => one !== text), left: text ? [text] : [] }
  return { order: kind === 'extend' ? before.flatMap((one) => (one === text ? [one, copy] : [one])) : before, left: undefined }
}

describe('whatever a teacher moves, one move after another', () => {
  test('every plan is in a lesson or unplaced, what is locked or hidden stays, and the others keep their order', () => {
    fc.assert(
      fc.property(line, fc.array(aMove, { maxLength: 8 }), (line, steps) => {
        let spots = laneOf(line)
        for (const [step, { kind, which }] of steps.entries()) {
          const possible = spots.flatMap((spot, index) => (isOpen(spot) && (spot.block.text || kind === 'pullBack') ? [index] : []))
          const index = possible[which % Math.max(1, possible.length)]
          if (index === undefined) continue
          const text = spots[index]?.block.text ?? ''
          const copy = `${text}.${step}`
          const named = ({ isCopy, ...block }: Lesson): Lesson => (isCopy ? { ...block, text: copy } : block)
          const moved = movedPlans(spots, index, kind, ways)
          const now = lane(
            spots,
            moved.blocks.map((block) => (block.isCopy ? named(block) : block)),
          )
          const left = moved.unplaced.map(({ block }) => named(block).text)
          const before = textsOf(spots.filter(isOpen))
          const { order, left: mustLeave } = wanted(before, kind, { text, copy })
          const open = textsOf(now.filter(isOpen))
          expect(mustLeave ? open : [...open, ...left]).toEqual(order)
          if (mustLeave) expect(left).toEqual(mustLeave)
          for (const [at, { date, isOff, block }] of spots.entries()) {
            const after = now[at]?.block
            if (!isOpen({ date, isOff, block })) expect(after).toBe(block)
            const { startTime, endTime, order, isLocked, usual } = block
            expect(after).toMatchObject({ startTime, endTime, order })
            expect([after?.isLocked, after?.usual]).toEqual([isLocked, usual])
          }
          spots = now
        }
      }),
      { numRuns: 500 },
    )
  })
})
