import { describe, expect, test } from 'vitest'
import { OperationKind } from '#shared/calendar/contract.ts'
import { changeWords, inTheWay } from './change-words.ts'

type Change = Parameters<typeof changeWords>[0]
const words = (kind: Change['kind'], does: Change['does'], more: Partial<Change> = {}) =>
  changeWords({ kind, does, titles: ['Math'], dates: ['2026-11-18'], marked: null, ...more })
const WEEK = ['2026-11-18', '2026-11-19', '2026-12-01']
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
    [words('save', null, { dates: WEEK }), 'Changed 3 days'],
    [words('bulk', 'block', marked('2026-11-23', '2026-11-27')), 'Blocked out Nov 23 – 27'],
    [words('save', 'note', marked('2026-11-18', '2026-11-18')), 'Wrote a note for Wed, Nov 18'],
    [words('move', 'bump', { dates: WEEK }), 'Bumped Math, Wed, Nov 18'],
    [words('closure', 'block', marked('2026-11-18', '2026-11-18')), 'Closed Wed, Nov 18'],
    [words('closure', 'unblock', marked('2026-11-30', '2026-12-01')), 'Opened Nov 30 – Dec 1'],
    [words('timetable', 'add'), 'Laid down a timetable'],
    [words('timetable', 'change'), 'Changed a timetable'],
    [words('unplaced', 'change'), 'Placed Math, Wed, Nov 18'],
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
