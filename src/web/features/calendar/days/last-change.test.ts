import { expect, test } from 'vitest'
import { lastChangeOf } from './last-change.ts'

const block = {
  id: 'math',
  title: 'Math',
  description: '',
  startTime: '08:00',
  endTime: '09:00',
  order: 0,
  hasAlert: false,
  alertMessage: null,
}
const day = (...blocks: object[]) => ({ blocks }) as never
const change = (at: string, before: never) => ({ operationId: at, kind: 'edit', at, before }) as never

test('a lesson last changed when it became what it is now', () => {
  const now = day({ ...block, title: 'Algebra' }, { ...block, id: 'art', title: 'Art' })
  const history = [
    // Only Art changed here.
    change('2026-11-18T12:00:00Z', day({ ...block, title: 'Algebra' })),
    change('2026-11-18T11:00:00Z', day(block)),
    change('2026-11-18T10:00:00Z', null as never),
  ]
  expect(lastChangeOf('math', now, history)).toBe('2026-11-18T11:00:00Z')
  expect(lastChangeOf('art', now, history)).toBe('2026-11-18T12:00:00Z')
})

test('a deleted lesson last changed when it was deleted, and one that is older than the history has no time', () => {
  expect(lastChangeOf('math', day(), [change('2026-11-18T12:00:00Z', day(block))])).toBe('2026-11-18T12:00:00Z')
  expect(lastChangeOf('math', day(block), [change('2026-11-18T12:00:00Z', day(block))])).toBeUndefined()
})
