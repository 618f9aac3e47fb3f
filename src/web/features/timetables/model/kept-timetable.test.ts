import { expect, test } from 'vitest'
import { storeDraft } from '#web/lib/drafts.ts'
import { dropTimetable, keepTimetable, keptTimetable } from './kept-timetable.ts'
import { newTimetableDraft } from './timetable-draft.ts'

const NOW = Date.parse('2026-11-18T15:00:00Z')

test('a timetable that a teacher is typing stays on the device for that teacher alone', () => {
  const timetable = { ...newTimetableDraft('2026-11-18'), cycleDays: 4 }
  keepTimetable('ann', { at: NOW, timetable })
  expect(keptTimetable('ann', NOW)).toEqual({ at: NOW, timetable })
  expect(keptTimetable('bob', NOW)).toBeNull()
  dropTimetable('ann')
  expect(keptTimetable('ann', NOW)).toBeNull()
})

test('a draft that this version of the page can’t read is ignored', () => {
  for (const timetable of [null, {}, { ...newTimetableDraft('2026-11-18'), grid: {} }, { ...newTimetableDraft('2026-11-18'), kind: 3 }]) {
    storeDraft('ann', 'timetable', JSON.stringify({ at: NOW, timetable }))
    expect(keptTimetable('ann', NOW)).toBeNull()
  }
})
