import { expect, test } from 'vitest'
import { updateWords } from './change-words.ts'

const NOTHING = { timetableId: '', key: '', changes: [], canUpdate: true, dates: ['2027-01-15'], moved: 0, by: null, added: 0, unplaced: 0 }

test.each([
  ['112 lessons move one day on. 2 plans go to Unplaced lessons.', { moved: 112, by: 1, unplaced: 2, added: 3 }],
  ['1 lesson moves 2 days back.', { moved: 1, by: -2 }],
  ['5 lessons move.', { moved: 5 }],
  ['12 lessons are added.', { added: 12 }],
  ['1 plan goes to Unplaced lessons.', { unplaced: 1 }],
  ['Only empty lessons change.', {}],
  ['No lessons move.', { dates: [] }],
])('an update says what it does: %s', (words, change) => {
  expect(updateWords({ ...NOTHING, ...change })).toBe(words)
})
