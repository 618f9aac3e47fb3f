import { expect, test } from 'vitest'
import { storeDraft } from '#web/lib/drafts.ts'
import { dropChange, dropTimetable, keepChange, keepTimetable, keptChange, keptTimetable } from './kept-timetable.ts'
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

test('a change of a timetable stays on the device, apart from other timetables', () => {
  const change = { from: '2026-12-01', lastDay: '2027-06-15', grid: { rows: [], fixed: [], classes: [] } }
  keepChange('ann', 'one', { at: NOW, change })
  expect(keptChange('ann', 'one', NOW)).toEqual({ at: NOW, change })
  expect(keptChange('ann', 'other', NOW)).toBeNull()
  expect(keptTimetable('ann', NOW)).toBeNull()
  dropChange('ann', 'one')
  expect(keptChange('ann', 'one', NOW)).toBeNull()
  storeDraft('ann', 'timetable one', JSON.stringify({ at: NOW, change: { from: 1 } }))
  expect(keptChange('ann', 'one', NOW)).toBeNull()
})

test('a draft that this version of the page can’t read is ignored', () => {
  for (const timetable of [null, {}, { ...newTimetableDraft('2026-11-18'), grid: {} }, { ...newTimetableDraft('2026-11-18'), kind: 3 }]) {
    storeDraft('ann', 'timetable', JSON.stringify({ at: NOW, timetable }))
    expect(keptTimetable('ann', NOW)).toBeNull()
  }
})
