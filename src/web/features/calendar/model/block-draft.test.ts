import { describe, expect, test } from 'vitest'
import type { SchoolClass } from '#shared/classes/contract.ts'
import {
  type BlockDraft,
  blockFrom,
  draftOf,
  isChanged,
  minutesLong,
  newDraft,
  nextStart,
  problemsOf,
  withClass,
  withStart,
  withTitle,
} from './block-draft.ts'

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

describe('the class of a lesson', () => {
  const aClass = (id: string, name: string): SchoolClass => ({ id, name, color: 0, room: '', staysOnItsDay: false, order: 0 })
  const classes = [aClass('math', 'Math'), aClass('pe', 'P.E.')]
  const type = (draft: BlockDraft, titles: readonly string[], { initial = draft.classId, isChosen = false } = {}) =>
    titles.reduce((typed, title) => withTitle(typed, title, { classes, initial, isChosen }), draft).classId

  test.each<[string, string[], string | null]>([
    ['is the one that the title names', ['Mat', 'Math'], 'math'],
    ['is found without periods and in any case', ['pe'], 'pe'],
    ['stays for details', ['Math', 'Math: fractions'], 'math'],
    ['goes if the title goes on to another word', ['Math', 'Mathletes'], null],
    ['changes with the title', ['Math', 'P.E.'], 'pe'],
    ['is none if the title only resembles it', ['Math groups'], null],
  ])('%s', (_, titles, expected) => expect(type(newDraft(45), titles)).toBe(expected))

  test('doesn’t follow the title once the teacher has chosen one', () => {
    expect(type({ ...newDraft(45), classId: 'pe' }, ['Math'], { isChosen: true })).toBe('pe')
    expect(type(newDraft(45), ['Math'], { isChosen: true })).toBeNull()
  })

  test('stays when a saved lesson gets a title of its own', () => {
    expect(type({ ...newDraft(45), title: 'Math', classId: 'math' }, ['Quiz'])).toBe('math')
  })

  test('fills an empty title, replaces the name of the class before, and leaves any other title', () => {
    const [maths = null, pe = null] = classes
    expect(withClass(newDraft(45), maths, classes)).toMatchObject({ title: 'Math', classId: 'math' })
    expect(withClass({ ...newDraft(45), title: 'Math', classId: 'math' }, pe, classes)).toMatchObject({ title: 'P.E.', classId: 'pe' })
    expect(withClass({ ...newDraft(45), title: 'Quiz', classId: 'math' }, pe, classes)).toMatchObject({ title: 'Quiz', classId: 'pe' })
    expect(withClass({ ...newDraft(45), title: 'Math', classId: 'math' }, null, classes)).toMatchObject({ title: 'Math', classId: null })
  })

  test('its taught mark and its lock survive an edit', () => {
    const before = { ...newDraft(45), id: 'a', order: 2, title: 'Math', classId: 'math', taught: 'done' as const, isLocked: true }
    const saved = blockFrom({ ...draftOf(before), title: 'Quiz' }, before, () => 'new')
    expect(saved).toEqual({ ...before, title: 'Quiz' })
    expect(isChanged({ ...draftOf(before), classId: null }, draftOf(before))).toBe(true)
  })
})
