import { expect, test } from 'vitest'
import { type BlockDraft, blockFrom, draftOf, isChanged, minutesLong, newDraft, nextStart, problemsOf, withStart } from './block-draft.ts'

const math: BlockDraft = { ...newDraft(45), title: 'Math' }

test.each([
  [45, '08:45'],
  [90, '09:30'],
])('a new lesson starts at 08:00 and lasts %i minutes', (duration, end) => {
  expect(newDraft(duration)).toMatchObject({ startTime: '08:00', endTime: end, title: '', hasAlert: false })
})

test('moving the start of a new lesson moves its end', () => {
  expect(withStart(math, '10:30', 45)).toMatchObject({ startTime: '10:30', endTime: '11:15' })
})

test('a lesson keeps its length when its start moves', () => {
  const long = { ...math, endTime: '10:00' }
  expect(withStart(long, '08:15', minutesLong(long, 45))).toMatchObject({ startTime: '08:15', endTime: '10:15' })
  expect(minutesLong({ ...math, endTime: '07:00' }, 45)).toBe(45)
})

test.each([
  [[], '08:00'],
  [['09:15', '10:00', '09:30'], '10:00'],
  [['23:30'], '08:00'],
])('after lessons that end at %j, a new one starts at %s', (ends, start) => {
  expect(nextStart(ends.map((endTime) => ({ endTime })))).toBe(start)
})

test('clearing the start keeps the end', () => {
  expect(withStart(math, '', 45)).toMatchObject({ startTime: '', endTime: '08:45' })
})

test.each([
  [{}, {}],
  [{ title: '   ' }, { title: 'Please fill in all required fields' }],
  [{ startTime: '' }, { startTime: 'Please fill in all required fields' }],
  [{ endTime: '' }, { endTime: 'Please fill in all required fields' }],
  [{ endTime: '08:00' }, { endTime: 'End time must be after start time' }],
  [{ endTime: '07:59' }, { endTime: 'End time must be after start time' }],
  [{ description: 'x'.repeat(200_001) }, { description: 'This description is too long. Shorten it, or link to a document.' }],
])('a draft with %j has the problems %j', (change, problems) => {
  expect(problemsOf({ ...math, ...change })).toEqual(problems)
})

test('a draft with any difference counts as changed', () => {
  expect(isChanged({ ...math }, math)).toBe(false)
  expect(isChanged({ ...math, description: '<p>Goal</p>' }, math)).toBe(true)
})

test('a new block gets an ID, and a changed one keeps its ID', () => {
  const made = blockFrom({ ...math, title: ' Math ' }, null, () => 'block_1')
  expect(made).toMatchObject({ id: 'block_1', title: 'Math', order: 0 })
  expect(blockFrom({ ...draftOf(made), title: 'Art' }, { ...made, order: 3 }, () => 'block_2')).toMatchObject({ id: 'block_1', order: 3 })
})

test('the message is dropped if the alert is off', () => {
  expect(blockFrom({ ...math, alertMessage: 'Blue tray' }, null, () => 'id').alertMessage).toBe('')
  expect(blockFrom({ ...math, hasAlert: true, alertMessage: ' Blue tray ' }, null, () => 'id').alertMessage).toBe('Blue tray')
})
