import { expect, test } from 'vitest'
import { editLines } from './edit-lines.ts'

const math = {
  id: 'math',
  title: 'Math',
  description: '<p>Fractions</p>',
  startTime: '09:00',
  endTime: '10:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
}

test.each([
  [{ before: null, after: math }, 'Added'],
  [{ before: math, after: null }, 'Deleted'],
  [{ before: math, after: { ...math, description: '<p>Decimals</p>', endTime: '11:00' } }, 'Text changed'],
  [{ before: math, after: { ...math, endTime: '11:00' } }, 'Time changed'],
  [{ before: { ...math, title: 'Maths' }, after: math }, 'Title changed'],
  [{ before: math, after: { ...math, hasAlert: true } }, 'Alert added'],
  [{ before: { ...math, hasAlert: true }, after: math }, 'Alert removed'],
  [{ before: math, after: { ...math, alertMessage: 'Quiz' } }, 'Alert changed'],
  [{ before: math, after: { ...math, isLocked: true } }, 'Changed'],
])('%j is "%s"', (edit, change) => {
  expect(editLines({ type: 'block', date: '2026-11-19', ...edit })).toEqual({ name: 'Math, Thu, Nov 19', change })
})

test('a note says all in one line', () => {
  const edit = { type: 'mark', date: '2026-11-19', kind: 'note', text: 'Assembly', seen: null } as const
  expect(editLines(edit)).toEqual({ name: 'Note for Thu, Nov 19', change: '' })
})
