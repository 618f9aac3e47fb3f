import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, isSchoolDay } from '#shared/dates.ts'
import type { Existing, Rhythm, TimetableVersion } from '#shared/timetables/contract.ts'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'
import { plannedChange, plannedTimetable, type TimetableDraft } from './rules.ts'

const CLASSES = [
  { id: 'math', name: 'Math' },
  { id: 'art', name: 'Art' },
  { id: 'pe', name: 'P.E.' },
]
const classId = fc.constantFrom(...CLASSES.map(({ id }) => id))
const FIRST = '2026-11-16'
const rhythm: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.constant({ kind: 'weekly' as const }),
  fc.constant({ kind: 'ab' as const }),
  fc.record({
    kind: fc.constant('cycle' as const),
    days: fc.integer({ min: 2, max: 10 }),
    onDayOff: fc.constantFrom('wait' as const, 'skip' as const),
  }),
)
const hour = fc.integer({ min: 8, max: 15 })
const times = fc.record({ hour, length: fc.integer({ min: 1, max: 2 }) }).map(({ hour, length }) => ({
  startTime: `${String(hour).padStart(2, '0')}:00`,
  endTime: `${String(hour + length).padStart(2, '0')}:00`,
}))
const grid: fc.Arbitrary<Omit<TimetableVersion, 'from'>> = fc
  .record({
    rows: fc.array(times, { maxLength: 4 }),
    cells: fc.uniqueArray(fc.record({ day: fc.integer({ min: 1, max: 10 }), row: fc.nat(3), classId }), {
      selector: ({ day, row }) => `${day} ${row}`,
      maxLength: 30,
    }),
    fixed: fc.array(
      fc.record({ weekday: fc.integer({ min: 1, max: 5 }), classId, times }).map(({ times, ...one }) => ({ ...one, ...times })),
      { maxLength: 2 },
    ),
  })
  .map(({ rows, cells, fixed }) => ({ rows, fixed, cells: cells.filter(({ row }) => row < rows.length) }))
const lesson = fc.record({
  title: fc.constantFrom('Math', 'math', 'Art', 'Assembly', 'Math groups'),
  times,
  hasText: fc.boolean(),
  classId: fc.option(classId),
})
const days: fc.Arbitrary<OutlinedDay[]> = fc
  .uniqueArray(fc.record({ offset: fc.nat(40), isBlocked: fc.boolean(), lessons: fc.array(lesson, { maxLength: 4 }) }), {
    selector: ({ offset }) => offset,
    maxLength: 20,
  })
  .map((all) =>
    all
      .sort((a, b) => a.offset - b.offset)
      .map(({ offset, isBlocked, lessons }) => ({
        date: addDays(FIRST, offset),
        isBlocked,
        blockedText: isBlocked ? 'Snow' : null,
        blocks: lessons.map(({ times, ...one }, order): OutlinedLesson => ({ ...one, ...times, id: `${offset}-${order}`, order })),
      })),
  )
const existing = fc.constantFrom<Existing>('keep', 'replace')
const draftOf = (parts: { rhythm: Rhythm; grid: Omit<TimetableVersion, 'from'>; existing: Existing; start: number }): TimetableDraft => ({
  ...parts.grid,
  firstDay: FIRST,
  lastDay: addDays(FIRST, 39),
  rhythm: parts.rhythm,
  setByHand: {},
  from: addDays(FIRST, parts.start),
  existing: parts.existing,
  joins: {},
  breaks: [1, 3, 6].map((day) => ({ day, startTime: '11:30', endTime: '12:15', title: 'Lunch' })),
})
const draft = fc.record({ rhythm, grid, existing, start: fc.nat(20) }).map(draftOf)

const textsIn = (blocks: readonly OutlinedLesson[]): string[] => blocks.filter(({ hasText }) => hasText).map(({ id }) => id)
const textsOf = (all: readonly OutlinedDay[]) => all.flatMap(({ blocks }) => textsIn(blocks)).sort()

describe('for any timetable, days off and lessons already there', () => {
  test('every text is on a day or unplaced, exactly once', () => {
    fc.assert(
      fc.property(draft, days, (draft, days) => {
        const plan = plannedTimetable(draft, days, CLASSES)
        const inRange = days.filter(({ date }) => date >= draft.firstDay && date <= draft.lastDay)
        const after = [...plan.days.flatMap(({ blocks }) => textsIn(blocks)), ...textsIn(plan.unplaced.map(({ block }) => block))]
        expect(after.sort()).toEqual(textsOf(inRange))
      }),
      { numRuns: 500 },
    )
  })

  test('with keep, no day loses a lesson, and no day with lessons or day off gets one', () => {
    fc.assert(
      fc.property(draft, days, (any, days) => {
        const plan = plannedTimetable({ ...any, existing: 'keep' }, days, CLASSES)
        const before = new Map(days.map((day) => [day.date, day]))
        for (const { date, blocks, added } of plan.days) {
          const were = before.get(date)?.blocks ?? []
          if (were.length > 0) expect(blocks.map(({ id, title }) => [id, title])).toEqual(were.map(({ id, title }) => [id, title]))
          if (added > 0) expect([isSchoolDay(date), before.get(date)?.isBlocked === true, date >= any.from]).toEqual([true, false, true])
        }
        expect(plan.unplaced).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('a change from a date on loses no text, and the days before it stay', () => {
    fc.assert(
      fc.property(draft, grid, days, fc.nat(39), (draft, grid, days, offset) => {
        const plan = plannedTimetable(draft, days, CLASSES)
        const laid: OutlinedDay[] = plan.days.map(({ date, blocks, outcome }) => ({
          date,
          isBlocked: outcome === 'off',
          blockedText: null,
          // Every other lesson has a text by now.
          blocks: blocks.map((block, order) => ({ ...block, id: `${date} ${order}`, hasText: order % 2 === 0 })),
        }))
        const { rows, cells, fixed, ...range } = draft
        const timetable = { ...range, numbers: plan.numbers, followsSchool: false, versions: [{ from: draft.from, rows, cells, fixed }] }
        const date = addDays(FIRST, offset)
        const change = { ...grid, date, lastDay: draft.lastDay, classes: CLASSES, before: CLASSES, reasonOf: () => 'Art ends' }
        const result = plannedChange(timetable, change, laid)
        const after = new Map(result.days.map((day) => [day.date, day.blocks]))
        for (const changed of after.keys()) expect(changed >= date).toBe(true)
        const now = laid.flatMap((day) => textsIn(after.get(day.date) ?? day.blocks))
        expect([...now, ...textsIn(result.unplaced.map(({ block }) => block))].sort()).toEqual(textsOf(laid))
      }),
      { numRuns: 300 },
    )
  })
})
