import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { Slot } from '#shared/timetables/laying/rules.ts'
import { type RenumberedDay, relaidDays } from './rules.ts'

type Lesson = Slot & { id: string; title: string; order: number; hasText: boolean }
const classId = fc.constantFrom('math', 'art', 'pe')
const slots: fc.Arbitrary<Slot[]> = fc
  .uniqueArray(fc.record({ classId, hour: fc.integer({ min: 8, max: 14 }) }), { selector: ({ hour }) => hour, maxLength: 4 })
  .map((all) =>
    all
      .sort((a, b) => a.hour - b.hour)
      .map(({ classId, hour }) => ({
        classId,
        startTime: `${String(hour).padStart(2, '0')}:00`,
        endTime: `${String(hour).padStart(2, '0')}:45`,
      })),
  )
const day = fc.record({ old: slots, new: slots, texts: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), gap: fc.nat(9) })
const days: fc.Arbitrary<RenumberedDay<Lesson>[]> = fc.array(day, { maxLength: 12 }).map((all) =>
  all.map(({ old, new: slots, texts, gap }, offset) => ({
    date: addDays('2026-11-16', offset),
    old,
    new: slots,
    // The teacher deleted one lesson of some days.
    blocks: old.flatMap((slot, place) =>
      place === gap ? [] : [{ ...slot, id: `${offset}-${place}`, title: slot.classId, order: place, hasText: texts[place] === true }],
    ),
  })),
)
const ways = {
  hasText: ({ hasText }: Lesson) => hasText,
  fresh: (slot: Slot): Lesson => ({ ...slot, id: '', title: slot.classId, order: 0, hasText: false }),
}

describe('laying lessons down again', () => {
  test('loses no text, and keeps each class’s plans in order', () => {
    fc.assert(
      fc.property(days, (days) => {
        const { days: changed, unplaced } = relaidDays(days, ways)
        const after = new Map(changed.map(({ date, blocks }) => [date, blocks]))
        for (const name of ['math', 'art', 'pe']) {
          const inOrder = (blocks: readonly Lesson[]) =>
            [...blocks].sort((a, b) => (a.startTime < b.startTime ? -1 : 1)).filter(({ classId, hasText }) => classId === name && hasText)
          const before = days.flatMap(({ blocks }) => inOrder(blocks)).map(({ id }) => id)
          const now = days.flatMap(({ date, blocks }) => inOrder(after.get(date) ?? blocks)).map(({ id }) => id)
          const left = unplaced.flatMap(({ block }) => (block.classId === name ? [block.id] : []))
          expect([...now, ...left]).toEqual(before)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('changes nothing if the numbers didn’t', () => {
    fc.assert(
      fc.property(days, (days) => {
        const same = days.map((day) => ({ ...day, new: day.old }))
        expect(relaidDays(same, ways)).toEqual({ days: [], unplaced: [] })
      }),
    )
  })
})
