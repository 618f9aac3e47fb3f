import { expect, test } from 'vitest'
import { type Laid, laidDay, type Slot } from './rules.ts'

type Lesson = Laid & { hasText: boolean }
const at = (hour: number, classId = 'math'): Slot => ({ startTime: `${hour}:00`, endTime: `${hour}:45`, classId })
const lesson = (hour: number, more: Partial<Lesson>): Lesson => ({ ...at(hour), title: 'Math', order: 0, hasText: false, ...more })
const ways = {
  hasText: ({ hasText }: Lesson) => hasText,
  fresh: (slot: Slot): Lesson => ({ ...slot, title: 'new', order: 0, hasText: false }),
}
const replaced = (blocks: Lesson[], slots: Slot[]) => {
  const laid = laidDay(blocks, slots, { existing: 'replace', ways })
  return { after: laid.blocks.map(({ startTime, title }) => `${startTime} ${title}`), unplaced: laid.unplaced.map(({ title }) => title) }
}

test('a new timetable that replaces a day leaves a locked lesson there, with its text or without one', () => {
  const test = lesson(10, { title: 'Unit test', hasText: true })
  expect(replaced([test], [at(9, 'art')])).toEqual({ after: ['9:00 new'], unplaced: ['Unit test'] })
  expect(replaced([{ ...test, isLocked: true }], [at(9, 'art')])).toEqual({ after: ['9:00 new', '10:00 Unit test'], unplaced: [] })
  expect(replaced([lesson(10, { isLocked: true })], [at(9, 'art')])).toEqual({ after: ['9:00 new', '10:00 Math'], unplaced: [] })
  expect(replaced([lesson(10, {})], [at(9, 'art')])).toEqual({ after: ['9:00 new'], unplaced: [] })
})

test('it takes the place that its class has on that day', () => {
  expect(replaced([lesson(10, { isLocked: true }), lesson(11, { title: 'Angles', hasText: true })], [at(11), at(12)])).toEqual({
    after: ['11:00 Angles', '12:00 Math'],
    unplaced: [],
  })
})
