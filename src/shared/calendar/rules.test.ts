import { describe, expect, test } from 'vitest'
import { changedMarks, inDayOrder, isNoteWithoutText, NO_MARKS, withKeptFields } from './rules.ts'

const BLOCKED = { ...NO_MARKS, isBlocked: true, blockedText: 'Snow day' }
const NOTED = { ...NO_MARKS, hasNote: true, noteText: 'Picture day' }

describe('the marks of a day after', () => {
  test.each([
    ['a block-out without a text', null, { isBlocked: true }, { isBlocked: true, blockedText: 'Blocked Out' }],
    ['a block-out with a text of blanks', null, { isBlocked: true, blockedText: '  ' }, { isBlocked: true, blockedText: 'Blocked Out' }],
    ['a new text for a block-out', BLOCKED, { blockedText: 'Ice' }, { isBlocked: true, blockedText: 'Ice' }],
    ['a text for a day that is not blocked', null, { blockedText: 'Ice' }, { isBlocked: false, blockedText: null }],
    [
      'clearing a block-out',
      { ...BLOCKED, ...NOTED, isBlocked: true, blockedText: 'Ice' },
      { isBlocked: false },
      { isBlocked: false, blockedText: null, hasNote: true, noteText: 'Picture day' },
    ],
    ['blocking a noted day', NOTED, { isBlocked: true }, { isBlocked: true, hasNote: true, noteText: 'Picture day' }],
    [
      'noting a blocked day',
      BLOCKED,
      { hasNote: true, noteText: ' x ' },
      { isBlocked: true, blockedText: 'Snow day', hasNote: true, noteText: 'x' },
    ],
    ['clearing a note', NOTED, { hasNote: false, noteText: null }, { hasNote: false, noteText: null }],
    ['nothing', NOTED, {}, NOTED],
  ])('%s', (_what, day, change, result) => {
    expect(changedMarks(day, change)).toMatchObject(result)
  })

  test('a note needs text, which may already be there', () => {
    expect(isNoteWithoutText(null, { hasNote: true })).toBe(true)
    expect(isNoteWithoutText(NOTED, { hasNote: true, noteText: ' ' })).toBe(true)
    expect(isNoteWithoutText(NOTED, { hasNote: true })).toBe(false)
    expect(isNoteWithoutText(null, { hasNote: false })).toBe(false)
  })
})

test.each([
  [
    'by start',
    [
      ['art', '10:00', 0],
      ['math', '08:00', 1],
    ],
    ['math', 'art'],
  ],
  [
    'as the teacher ordered those that start together, however long they last',
    [
      ['short', '08:00', 1],
      ['long', '08:00', 0],
    ],
    ['long', 'short'],
  ],
] as const)('time blocks stand %s', (_, blocks, order) => {
  const named = blocks.map(([id, startTime, order]) => ({ id, startTime, endTime: id === 'long' ? '12:00' : '09:00', order }))
  expect(inDayOrder(named).map(({ id }) => id)).toEqual(order)
})

describe('usual times of a short day', () => {
  const usual = { startTime: '09:00', endTime: '09:45', shortDay: '2-hour delay' }
  const math = { id: 'math', startTime: '11:00', endTime: '11:20', classId: 'a', usual }
  const { usual: _, ...plan } = { ...math, id: 'from Monday' }
  test.each([
    ['stay with a lesson that gets other times', { ...plan, id: 'math', startTime: '12:00', endTime: '12:20' }, usual],
    ['go to the plan that takes the place of a lesson', plan, usual],
    ['don’t go to a lesson of another class', { ...plan, classId: 'b' }, undefined],
    ['don’t go to a lesson at other times', { ...plan, endTime: '11:30' }, undefined],
  ])('%s', (_what, block, expected) => {
    expect(withKeptFields([block], [math])).toEqual([{ ...block, ...(expected && { usual: expected }) }])
  })

  test('aren’t copied to a second lesson at the same times', () => {
    const { usual: _, ...kept } = math
    expect(withKeptFields([kept, plan], [math])).toEqual([math, plan])
  })
})
