import { expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { editWords } from './edit-words.ts'

const lesson = (title: string): TimeBlock => ({
  id: `block_${title}`,
  title,
  description: '',
  startTime: '08:00',
  endTime: '09:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const [math, algebra] = [lesson('Math'), lesson('Algebra')]
const date = '2026-11-18'

test('an edit is named by what the teacher did and to what', () => {
  expect(editWords({ type: 'block', date, before: null, after: math })).toBe('Add Math')
  expect(editWords({ type: 'block', date, before: math, after: algebra })).toBe('Change Algebra')
  expect(editWords({ type: 'block', date, before: math, after: null })).toBe('Delete Math')
  expect(editWords({ type: 'move', from: date, to: '2026-11-19', before: math, after: math })).toBe('Move Math')
  expect(editWords({ type: 'mark', date, kind: 'block-out', text: 'FALL BREAK', seen: null })).toBe('Block out Wed, Nov 18')
  expect(editWords({ type: 'mark', date, kind: 'note', text: null, seen: 'Assembly' })).toBe('Remove note from Wed, Nov 18')
  expect(editWords({ type: 'marks', dates: [date, '2026-11-20'], kind: 'block-out', text: null })).toBe('Unblock Wed, Nov 18')
})
