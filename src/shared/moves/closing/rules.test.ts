import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Spot } from '#shared/moves/moving/rules.ts'
import { dayAt, type Lesson, lane, laneOf, lineOf, movedLine, ways } from '#test/lanes.ts'
import { broughtBack, type Closed, firstPlaces, keptClosure, movedOn, type OldPlace, placesOnOpening, withReturned } from './rules.ts'

/** Returns the lessons with these days off, and without any other. */
const offOn = (spots: readonly Spot<Lesson>[], days: readonly number[]) => {
  const off = new Set(days.map(dayAt))
  return spots.map((spot) => ({ ...spot, isOff: off.has(spot.date) }))
}
const isOn = (days: readonly number[]) => (date: string) => days.map(dayAt).includes(date)
/** Closes days of a line, and moves their plans on. */
const closed = (line: string, days: number[]) => {
  const spots = offOn(laneOf(line), days)
  return movedLine(spots, movedOn(spots, { isClosing: isOn(days), wasAt: () => undefined }, ways))
}

describe('when a day closes, its plans move on', () => {
  test.each([
    ['to the next lessons, where the plans make room', 'X A B C -', [1], 'X (-) A B C'],
    ['up to the first free lesson', 'A - B', [0], '(-) A B'],
    ['over a locked lesson', 'A [B] C -', [0], '(-) [B] A C'],
    ['a locked plan stays under the day off', '[A] B', [0], '[A] B'],
    ['both plans of a class that meets twice a day, in order', 'A/B C D - -', [0], '(-)/(-) A B C D'],
    ['a week, in order', 'A B C D - - -', [0, 1, 2], '(-) (-) (-) A B C D'],
    ['two days with one between them that stays open', 'A B C - -', [0, 2], '(-) A (-) B C'],
    ['a free lesson moves nothing', '- B', [0], '(-) B'],
    ['at the end of the year, the last plans have no lesson', 'A B C', [0, 1], '(-) (-) A → B → C'],
    ['if nothing is open anymore, all are unplaced', 'A B', [0, 1], '(-) (-) → A → B'],
  ])('%s', (_, line, days, expected) => {
    expect(closed(line, days)).toBe(expected)
  })

  test('a plan that was left under an earlier day off stays there', () => {
    const spots = laneOf('(X) (A) B')
    expect(movedLine(spots, movedOn(spots, { isClosing: isOn([1]), wasAt: () => undefined }, ways))).toBe('(X) (-) A → B')
  })

  test('free lessons keep their places', () => {
    const spots = offOn(laneOf('-/- -'), [0])
    expect(movedOn(spots, { isClosing: isOn([0]), wasAt: () => undefined }, ways).blocks).toEqual(spots.map(({ block }) => block))
  })
})

const place = (id: string, day: number, startTime = '09:00'): OldPlace => ({ id, date: dayAt(day), startTime })
/** `written` are the plans on the days that open. */
const opened = (line: string, places: OldPlace[], waiting: Spot<Lesson>[] = [], written = ['X', 'Y']) => {
  const spots = laneOf(line)
  const left = new Map(waiting.map(({ date, block }) => [block.id, { date, block }]))
  return movedLine(spots, broughtBack(spots, { places, waiting: left, opening: new Set(written) }, ways))
}

describe('when a day opens again, its plans come back', () => {
  test.each([
    ['to where they were', '- A B', [place('A', 0), place('B', 1)], 'A B -'],
    ['what was written there meanwhile moves on, behind them', 'X A B - -', [place('A', 0), place('B', 1)], 'A B X - -'],
    ['and not behind one that is back already', 'X A B - -', [place('A', 0), place('B', 2)], 'A X B - -'],
    ['several that were written there move on in order', 'X/Y A B - -', [place('A', 0), place('B', 0, '10:00')], 'A/B X Y - -'],
    ['what was written between them meanwhile, where no plan returns to, stays', '- X A B', [place('A', 0), place('B', 2)], 'A X B -'],
    ['a plan that is between them now stays between them', '- A C B -', [place('A', 0), place('B', 1)], 'A C B - -'],
    [
      'a plan that has taken the place of one of them goes to the free lesson before it',
      'C - D A',
      [place('C', 0), place('A', 2)],
      'C D A -',
    ],
    ['and over a locked one', 'C - [L] D A', [place('C', 0), place('A', 3)], 'C D [L] A -'],
    ['but no further', '- - D A', [place('C', 0), place('A', 2)], '- D A -'],
    ['one that is at its old place stays, although a later one returns to before it', '- - A B', [place('B', 1), place('A', 2)], '- - A B'],
    ['a plan that came before them stays before them', '- C A B -', [place('A', 0), place('B', 1)], 'C A B - -'],
    ['a locked plan stays', '- [A] B', [place('A', 0), place('B', 1)], '- [A] B'],
    ['a deleted plan stays deleted', '- - B', [place('A', 0), place('B', 1)], '- B -'],
    ['a place that is locked now is jumped', '[X] A B', [place('A', 0)], '[X] A B'],
    ['a place that is locked now, and those after it make room', '- [X] - A B', [place('A', 1), place('B', 2)], '- [X] A B -'],
    ['a day that stays closed is jumped, and the order stays', '- (-) A B -', [place('A', 0), place('B', 1)], 'A (-) B - -'],
    ['to the second lesson of a day', '-/- A', [place('A', 0, '10:00')], '-/A -'],
    ['to another lesson of that day, if the bell times have changed', '-/- A', [place('A', 0, '09:30')], 'A/- -'],
    ['to the first lesson of that day, if all start later now', '-/- A', [place('A', 0, '08:30')], 'A/- -'],
    ['to the other lesson of that day, if its own one is locked now', '-/[X] A', [place('A', 0, '10:00')], 'A/[X] -'],
    ['to the next day, if that day has no lesson anymore', '- A', [place('A', -1)], 'A -'],
    ['to a lesson that a short day leaves out', '{-} A B', [place('A', 0), place('B', 1)], '{A} B -'],
    ['a plan that the teacher moved before its old place stays', 'A - - B', [place('A', 1), place('B', 2)], 'A - B -'],
    ['nothing is open anymore', '(-) A', [place('A', 2)], '(-) A'],
    ['nothing comes back', 'A B', [], 'A B'],
  ])('%s', (_, line, places, expected) => {
    expect(opened(line, places)).toBe(expected)
  })

  test('an unplaced plan returns, and waits on if no lesson is open', () => {
    expect(opened('- B', [place('A', 0)], laneOf('A'))).toBe('A B')
    expect(opened('(-) B', [place('A', 2)], laneOf('A'))).toBe('(-) B → A')
    expect(opened('(-) B', [place('A', 2), place('C', 2), place('B', 1)], laneOf('A C'))).toBe('(-) B → A → C')
  })

  test('several unplaced plans return before what was written there meanwhile', () => {
    expect(opened('X - -', [place('A', 0), place('B', 1)], laneOf('A B'))).toBe('A B X')
  })

  test('a plan that the teacher has dragged to another day that opens returns, too', () => {
    expect(opened('- A -', [place('A', 0)], [], ['A'])).toBe('A - -')
  })

  /** Two lessons of a short day, of which a plan moved to the next day. */
  const shortDay = (starts: readonly string[]) =>
    laneOf('-/- A').map((spot, index): Spot<Lesson> => {
      const { startTime, endTime } = spot.block
      const usual = { startTime, endTime, shortDay: 'Early release' }
      return index < 2 ? { ...spot, block: { ...spot.block, startTime: starts[index] ?? '', usual } } : spot
    })

  test.each([
    ['its usual time', '10:00', ['09:00', '09:20'], '-/A -'],
    ['its usual time, although both lessons start later now', '10:00', ['12:00', '12:30'], '-/A -'],
    ['its usual time, if it was the first one', '09:00', ['10:00', '10:30'], 'A/- -'],
  ] as const)('on a short day, a place is found by %s', (_, startTime, starts, expected) => {
    const spots = shortDay(starts)
    const back = broughtBack(spots, { places: [place('A', 0, startTime)], waiting: new Map(), opening: new Set() }, ways)
    expect(movedLine(spots, back)).toBe(expected)
  })
})

test('of several old places of a plan, the first one counts, in whatever order they come', () => {
  const places = [place('B', 3), place('A', 2), place('B', 1, '10:00'), place('C', 1), place('B', 1, '11:00')]
  expect(firstPlaces(places)).toEqual([place('C', 1), place('B', 1, '10:00'), place('A', 2)])
  expect(firstPlaces([...places].reverse())).toEqual(firstPlaces(places))
  expect(firstPlaces([])).toEqual([])
})

describe('a closure is kept', () => {
  const closure: Closed = { dates: [dayAt(1)], places: [place('A', 1)] }
  test('while a day of it is closed, and it has moved a plan or answers for a day that the school closed', () => {
    expect(keptClosure(closure)).toBe(closure)
    const answer: Closed = { ...closure, places: [], answered: { [dayAt(1)]: 1 } }
    expect(keptClosure(answer)).toBe(answer)
    const both: Closed = { ...closure, answered: answer.answered ?? {} }
    expect(keptClosure(both)).toBe(both)
    expect(keptClosure({ ...closure, places: [] })).toBeNull()
    expect(keptClosure({ ...closure, dates: [] })).toBeNull()
    expect(keptClosure({ ...answer, dates: [] })).toBeNull()
  })
})

describe('when the same change has moved lessons before', () => {
  /** Moves plans on that were in these lessons before, by their letters. */
  const movedFrom = (line: string, was: Record<string, [number, string]>, days: number[] = []) => {
    const spots = laneOf(line).map((spot) => ({ ...spot, isOff: spot.isOff || days.map(dayAt).includes(spot.date) }))
    const wasAt = ({ id }: Lesson) => {
      const [day, startTime] = was[id] ?? []
      return day === undefined || startTime === undefined ? undefined : { date: dayAt(day), startTime }
    }
    return movedLine(spots, movedOn(spots, { isClosing: isOn(days), wasAt }, ways))
  }
  test('plans have the order that they had before it', () => {
    expect(movedFrom('B A -', { A: [0, '09:00'], B: [0, '10:00'] }, [0])).toBe('(-) A B')
    expect(movedFrom('- B/A C', { A: [0, '09:00'] })).toBe('- A/B C')
    expect(movedFrom('- B/A C', { A: [1, '09:30'], C: [1, '08:00'] })).toBe('- C/B A')
  })
  test('a plan that has come to a lesson that is left out moves on, and one that was there stays', () => {
    expect(movedFrom('{A} B -', { A: [-1, '09:00'] })).toBe('{-} A B')
    expect(movedFrom('{A} B -', { A: [0, '10:00'] })).toBe('{-} A B')
    expect(movedFrom('{A} B -', { A: [0, '09:00'] })).toBe('{A} B -')
    expect(movedFrom('[A] B -', { A: [1, '10:00'] })).toBe('[A] B -')
    expect(movedFrom('(A) B -', { A: [1, '10:00'] })).toBe('(A) B -')
  })
})

describe('the plans of several closures', () => {
  const [A1, B2, D3, C4, E5, F6] = [place('A', 1), place('B', 2), place('D', 3), place('C', 4), place('E', 5), place('F', 6)]

  test('return with those that were before them, up to the last one, and the earlier ones don’t pass the first', () => {
    expect(placesOnOpening([B2, C4], [A1, D3, E5, F6])).toEqual([{ ...B2, id: 'A' }, B2, D3, C4])
  })

  test('return to where they were in the closure that opens, also if another one moved them again', () => {
    expect(placesOnOpening([B2, C4], [place('B', 3), D3])).toEqual([B2, D3, C4])
    expect(placesOnOpening([B2], [place('B', 1)])).toEqual([B2])
  })

  test('stay if none of the closure that opens has moved', () => {
    expect(placesOnOpening([], [A1, B2])).toEqual([])
  })

  test('are remembered by their own closure where they were first, after another one has opened', () => {
    const closure: Closed = { dates: [dayAt(2)], places: [B2, D3] }
    expect(withReturned(closure, [place('B', 1), E5])).toEqual({ dates: closure.dates, places: [place('B', 1), D3] })
    expect(withReturned(closure, [A1])).toBe(closure)
  })
})

const word = fc.constantFrom('*', '*', '*', '-', '-', '[*]', '[-]', '{*}')
const line = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 12 }).map((days) => {
  let plans = 0
  return days.map((words) => words.map((word) => word.replace('*', `P${plans++}`)).join('/')).join(' ')
})
const days = fc.uniqueArray(fc.nat(11), { maxLength: 5 })
const textsOf = (spots: readonly Spot<Lesson>[]) => spots.flatMap(({ block }) => (block.text ? [block.text] : []))
/** The lessons whose plans a closure of these days doesn't touch. */
const isFixed = ({ block: { isLocked, usual } }: Spot<Lesson>, isClosing: boolean) =>
  isLocked === true || (usual?.isLeftOut === true && !isClosing)

describe('any days that close, and open again', () => {
  test('lose no plan, move nothing that is locked, and keep the order of the others', () => {
    fc.assert(
      fc.property(line, days, (line, days) => {
        const spots = offOn(laneOf(line), days)
        const isClosing = isOn(days)
        const { blocks, unplaced } = movedOn(spots, { isClosing, wasAt: () => undefined }, ways)
        const now = lane(spots, blocks)
        const moving = (all: readonly Spot<Lesson>[]) => textsOf(all.filter((spot) => !isFixed(spot, isClosing(spot.date))))
        const left = unplaced.map(({ block }) => block.text)
        const after = moving(now)
        expect([...after, ...left]).toEqual(moving(spots))
        for (const [at, spot] of spots.entries()) {
          if (isFixed(spot, isClosing(spot.date))) expect(now[at]?.block).toBe(spot.block)
          else if (isClosing(spot.date)) expect(now[at]?.block.text).toBe('')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('without a trace if nothing was written since, in whatever order they close and open', () => {
    const parts = fc.uniqueArray(fc.record({ day: fc.nat(11), close: fc.nat(2), open: fc.nat(9) }), {
      selector: ({ day }) => day,
      maxLength: 6,
    })
    fc.assert(
      fc.property(line, parts, (line, parts) => {
        // Enough lessons for all plans. Of those that fall off the end of a year, the last ones stay unplaced.
        const before = laneOf(`${line}${' -'.repeat(24)}`)
        // A lesson that a short day leaves out keeps its plan until the day closes, and earlier plans then jump over it.
        fc.pre(before.every(({ block }) => !block.usual))
        const waiting = new Map<string, { date: string; block: Lesson }>()
        let spots = before
        let closures: (Closed & { opens: number; days: number[] })[] = []
        for (const turn of [0, 1, 2]) {
          const days = parts.flatMap(({ day, close }) => (close === turn ? [day] : []))
          const off = offOn(spots, [...closures.flatMap(({ days }) => days), ...days])
          const { blocks, unplaced } = movedOn(off, { isClosing: isOn(days), wasAt: () => undefined }, ways)
          const places = spots.flatMap(({ date, block }, index): OldPlace[] =>
            block.text && blocks[index]?.id !== block.id ? [{ id: block.id, date, startTime: block.startTime }] : [],
          )
          closures.push({ days, dates: days.map(dayAt), places, opens: parts.find(({ close }) => close === turn)?.open ?? 0 })
          for (const one of unplaced) waiting.set(one.block.id, one)
          spots = lane(off, blocks)
        }
        closures.sort((a, b) => a.opens - b.opens)
        for (let next = closures.shift(); next; next = closures.shift()) {
          const { places } = next
          const returning = placesOnOpening(
            places,
            closures.flatMap((other) => other.places),
          )
          closures = closures.map((other) => ({ ...other, ...withReturned(other, returning) }))
          const open = offOn(
            spots,
            closures.flatMap(({ days }) => days),
          )
          const { blocks, unplaced } = broughtBack(open, { places: returning, waiting, opening: new Set() }, ways)
          for (const { id } of places) waiting.delete(id)
          for (const one of unplaced) waiting.set(one.block.id, one)
          spots = lane(open, blocks)
          const inOrder = (all: readonly Spot<Lesson>[]) => textsOf(all.filter(({ block }) => !block.isLocked))
          expect(inOrder(spots)).toEqual(inOrder(before))
        }
        expect(lineOf(spots)).toBe(lineOf(before))
      }),
      { numRuns: 500 },
    )
  })
})
