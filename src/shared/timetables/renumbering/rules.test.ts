import { describe, expect, test } from 'vitest'
import type { Rhythm, Timetable } from '#shared/timetables/contract.ts'
import { countedFrom, numbersFrom } from '#shared/timetables/numbering/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { closureAt, renumbered } from './rules.ts'

const cycle = (onDayOff: 'wait' | 'skip', days = 6): Rhythm => ({ kind: 'cycle', days, onDayOff })
const OFF = new Set(['2026-11-11', '2026-11-18', '2026-11-19'])
const isOff = (date: string) => OFF.has(date)
type Content = Omit<Timetable, 'id' | 'operationId'>
const timetable = (rhythm: Rhythm, setByHand: Record<string, number> = {}): Content => {
  const empty = { firstDay: '2026-11-02', lastDay: '2026-11-27', rhythm, numbers: {}, setByHand, versions: [], followsSchool: false }
  return { ...empty, numbers: numbersFrom(empty, empty.firstDay, isOff) }
}

describe('days off in a row in a cycle', () => {
  test('give the next school day one number if the cycle waits, and another one if it goes on', () => {
    const veterans = { first: '2026-11-11', last: '2026-11-11', days: 1, next: '2026-11-12', ifWaiting: 2, ifGoingOn: 3 }
    expect(closureAt(timetable(cycle('wait')), '2026-11-11', isOff)).toEqual({ ...veterans, number: 2, counted: 2 })
    expect(closureAt(timetable(cycle('skip')), '2026-11-11', isOff)).toEqual({ ...veterans, number: 3, counted: 3 })
  })

  test('are one closure, from whichever of them it is looked at, and over a weekend', () => {
    const both = { first: '2026-11-18', last: '2026-11-19', days: 2, next: '2026-11-20' }
    for (const date of [both.first, both.last]) expect(closureAt(timetable(cycle('wait')), date, isOff)).toMatchObject(both)
    const longer = (date: string) => isOff(date) || date === '2026-11-20' || date === '2026-11-23'
    const { next, ifWaiting, ifGoingOn } = closureAt(timetable(cycle('wait')), '2026-11-23', longer) ?? {}
    expect([next, ifWaiting, ifGoingOn]).toEqual(['2026-11-24', 6, 4])
  })

  test('know the number that was set by hand for the next school day, and the one that would be counted', () => {
    expect(closureAt(timetable(cycle('wait'), { '2026-11-12': 3 }), '2026-11-11', isOff)).toMatchObject({ number: 3, counted: 2 })
  })

  test('that still have numbers, such as a school’s, count as gone on', () => {
    const school = (date: string) => isOff(date) || date === '2026-11-04'
    expect(closureAt(timetable(cycle('wait')), '2026-11-04', school)).toMatchObject({ number: 4, ifWaiting: 3, ifGoingOn: 4, counted: 4 })
  })

  test('are none on a school day, in weeks A and B, and at the end of the timetable', () => {
    expect(closureAt(timetable(cycle('wait')), '2026-11-12', isOff)).toBeUndefined()
    expect(closureAt(timetable({ kind: 'ab' }), '2026-11-11', isOff)).toBeUndefined()
    expect(closureAt(timetable(cycle('wait')), '2026-11-27', (date) => date === '2026-11-27')).toBeUndefined()
  })
})

test('a day set by hand would be counted from the days before it', () => {
  expect(countedFrom(timetable(cycle('wait'), { '2026-11-05': 1 }), '2026-11-05', isOff)).toBe(4)
  expect(countedFrom(timetable({ kind: 'ab' }, { '2026-11-09': 1 }), '2026-11-09', isOff)).toBe(6)
})

test('the lessons of a deleted class stay where they are when the days are renumbered, and no new ones come', () => {
  const rows = [{ startTime: '09:00', endTime: '09:45' }]
  const cells = ['math', 'gone', 'art', 'gone', 'math', 'art'].map((classId, index) => ({ day: index + 1, row: 0, classId }))
  const content = { ...timetable(cycle('wait')), versions: [{ from: '2026-11-02', rows, cells, fixed: [] }] }
  const days = Object.entries(content.numbers).map(([date, number]) => {
    const classId = cells[number - 1]?.classId ?? ''
    return {
      date,
      isBlocked: false,
      blockedText: null,
      blocks: [{ id: date, title: classId, ...rows[0], order: 0, classId, hasText: true }],
    }
  })
  const change = { from: '2026-11-12', setByHand: { '2026-11-12': 5 }, closing: new Map(), except: new Set<string>(), today: '2026-11-12' }
  const classes = ['math', 'art'].map((id) => ({ id, name: id }))
  const { relaid } = renumbered(content, change, days as OutlinedDay[], classes)
  const after = new Map(relaid.days.map(({ date, blocks }) => [date, blocks]))
  for (const { date, blocks } of days.filter((day) => day.date >= '2026-11-12' && day.blocks[0]?.classId === 'gone'))
    expect((after.get(date) ?? blocks).map(({ id }) => id)).toContain(date)
  expect(relaid.days.flatMap(({ blocks }) => blocks.map(({ title }) => title))).not.toContain('')
})
