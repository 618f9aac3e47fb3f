import { expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { applyEdit, resolveConflict } from './block-edit.ts'

const block = (id: string, startTime: string, title = id): TimeBlock => ({
  id,
  title,
  description: '',
  startTime,
  endTime: '15:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const math = block('math', '09:00')
const art = block('art', '10:00')

test('an added block is sorted by its time', () => {
  expect(applyEdit([math, art], { before: null, after: block('music', '09:30') }).map(({ id }) => id)).toEqual(['math', 'music', 'art'])
})

test('a changed block replaces the previous one and is sorted by its new time', () => {
  const later = block('math', '11:00', 'Math again')
  expect(applyEdit([math, art], { before: math, after: later }).map(({ title }) => title)).toEqual(['art', 'Math again'])
})

test('a deleted block is gone', () => {
  expect(applyEdit([math, art], { before: math, after: null }).map(({ id }) => id)).toEqual(['art'])
})

test.each([
  ['mine', math, art, { before: art, after: math }],
  ['both', math, art, { before: null, after: { ...math, id: 'copy' } }],
  ['theirs', math, art, null],
  ['mine', null, art, { before: art, after: null }],
  ['theirs', null, art, null],
  ['both', null, art, null],
  ['mine', math, null, { before: null, after: math }],
  ['both', math, null, { before: null, after: math }],
] as const)('resolves a conflict with %s for %j against %j', (choice, mine, theirs, left) => {
  expect(resolveConflict({ id: 'math', mine, theirs }, choice, 'copy')).toEqual(left)
})
