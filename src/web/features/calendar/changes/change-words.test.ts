import { describe, expect, test } from 'vitest'
import { OperationKind } from '#shared/calendar/contract.ts'
import { changeWords, inTheWay } from './change-words.ts'

type Change = Parameters<typeof changeWords>[0]
const words = (kind: Change['kind'], does: Change['does'], more: Partial<Change> = {}) =>
  changeWords({ kind, does, titles: ['Math'], dates: ['2026-11-18'], marked: null, plans: null, record: null, ...more })
const WEEK = ['2026-11-18', '2026-11-19', '2026-12-01']
const plans = (count: number, from: string | null, to: string | null) => ({ plans: { count, from, to }, dates: WEEK })
const record = (kind: NonNullable<Change['record']>['kind'], does: NonNullable<Change['record']>['does'], name = '') => ({
  record: { kind, does, name },
})
const NO_DAYS = { dates: [], titles: [] }
const marked = (from: string, to: string) => ({ marked: { from, to }, dates: WEEK })

describe('a change in words', () => {
  test('exists for every kind, with and without days', () => {
    for (const kind of OperationKind.options) {
      expect(words(kind, null), kind).toMatch(/^[A-Z][a-z]+ \S/)
      expect(words(kind, null, { dates: [], titles: [] }), kind).not.toMatch(/undefined|Invalid/)
    }
  })

  test.each<[string, string]>([
    [words('save', 'add'), 'Added Math, Wed, Nov 18'],
    [words('save', 'change', { titles: ['Math', 'Art'] }), 'Changed Math and Art, Wed, Nov 18'],
    [words('save', 'delete', { titles: ['a', 'b', 'c'], dates: WEEK }), 'Deleted lessons on 3 days'],
    [words('save', null, { dates: WEEK }), 'Changed 3 days, Nov 18 – Dec 1'],
    [words('save', null), 'Changed Wed, Nov 18'],
    [words('bulk', 'block', marked('2026-11-23', '2026-11-27')), 'Blocked out Nov 23 – 27'],
    [words('save', 'note', marked('2026-11-18', '2026-11-18')), 'Wrote a note for Wed, Nov 18'],
    [words('move', 'bump', { dates: WEEK }), 'Math bumped, Wed, Nov 18'],
    [words('move', 'bump', plans(3, '2026-11-18', '2026-11-19')), 'Math bumped from Wed 18 to Thu, Nov 19, 3 lessons moved'],
    [words('move', 'bump', plans(1, '2026-11-30', '2026-12-01')), 'Math bumped from Mon, Nov 30 to Tue, Dec 1'],
    [words('move', 'bump', plans(1, '2026-11-20', '2026-11-20')), 'Math bumped within Fri, Nov 20'],
    [words('move', 'bump', plans(1, '2026-11-20', null)), 'Math bumped from Fri, Nov 20 to Unplaced lessons'],
    [
      words('move', 'bumpAll', plans(9, '2026-11-18', '2026-11-19')),
      'Math and all that follow bumped from Wed 18 to Thu, Nov 19, 9 lessons moved',
    ],
    [words('move', 'extend', plans(2, '2026-11-18', '2026-11-19')), 'Math extended to Thu, Nov 19, 1 lesson moved'],
    [words('move', 'pullBack', plans(3, '2026-11-18', null)), 'Math pulled back to Wed, Nov 18, 2 lessons moved up'],
    [words('closure', 'block', marked('2026-11-18', '2026-11-18')), 'Blocked out Wed, Nov 18'],
    [
      words('closure', 'block', { ...plans(7, '2026-11-18', '2026-11-19'), ...marked('2026-11-18', '2026-11-18') }),
      'Blocked out Wed, Nov 18, 7 lessons moved on',
    ],
    [
      words('closure', 'unblock', { ...plans(7, null, null), ...marked('2026-11-30', '2026-12-01') }),
      'Unblocked Nov 30 – Dec 1, 7 lessons came back',
    ],
    [words('closure', 'change', plans(2, '2026-11-18', '2026-11-19')), 'Moved 2 lessons on from Wed, Nov 18'],
    [words('closure', null, NO_DAYS), 'Left every lesson where it is, on days that your school closed'],
    [words('timetable', 'add', { dates: WEEK }), 'Laid down a timetable, Nov 18 – Dec 1'],
    [words('timetable', 'add', { dates: WEEK, ...record('timetable', 'change') }), 'Changed a timetable, Nov 18 – Dec 1'],
    [words('timetable', null, { ...NO_DAYS, ...record('bellSchedule', 'add', '2-hour delay') }), 'Added the bell schedule 2-hour delay'],
    [words('timetable', null, { ...NO_DAYS, ...record('bellSchedule', 'delete', 'Fog') }), 'Deleted the bell schedule Fog'],
    [words('class', null, { ...NO_DAYS, ...record('class', 'add', 'Math') }), 'Added the class Math'],
    [words('class', 'change', { dates: WEEK, ...record('class', 'change', 'Algebra') }), 'Renamed lessons to Algebra on 3 days'],
    [words('unplaced', 'change'), 'Placed Math, Wed, Nov 18'],
    [words('unplaced', null, { ...NO_DAYS, ...record('unplaced', 'delete', 'Math') }), 'Deleted Math from Unplaced lessons'],
    [words('shortDay', 'change', record('shortDay', 'add', '2-hour delay')), 'Shortened Wed, Nov 18: 2-hour delay'],
    [words('shortDay', 'change', { dates: WEEK, ...record('shortDay', 'add', 'Assembly') }), 'Shortened 3 days: Assembly'],
    [words('shortDay', 'change', record('shortDay', 'delete', 'Assembly')), 'Gave Wed, Nov 18 the usual times back'],
    [words('yearCopy', 'change', plans(61, null, null)), 'Copied last year’s plans, 61 lessons'],
  ])('%s', (found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('what is in the way of undoing a change', () => {
  const change = (id: string, dates: string[], isUndone = false) => ({ id, dates, isUndone })
  const way = (changes: ReturnType<typeof change>[], place: number) => inTheWay(changes, changes[place] ?? change('', []))?.id

  test('is the latest later change of one of its days that isn’t undone', () => {
    const list = [change('d', ['1']), change('c', ['2']), change('b', ['1'], true), change('a', ['1', '3'])]
    expect(way(list, 3)).toBe('d')
    expect(way(list, 0)).toBeUndefined()
    expect(way([change('b', ['1'], true), change('a', ['1'])], 1)).toBeUndefined()
  })

  test('of a redo also is an earlier change that is undone', () => {
    expect(way([change('c', ['1'], true), change('b', ['1'], true), change('a', ['1'], true)], 0)).toBe('a')
    expect(way([change('b', ['1'], true), change('a', ['1'], true)], 1)).toBeUndefined()
  })
})
