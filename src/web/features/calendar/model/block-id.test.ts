import { expect, test } from 'vitest'
import { copyOf, newBlockId } from './block-id.ts'

test('a thousand blocks created in one millisecond have unique IDs that the server accepts', () => {
  const ids = Array.from({ length: 1000 }, () => newBlockId(1_795_000_000_000))
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^block_[\w-]{1,58}$/)
})

test('a copy of a lesson has an ID of its own and the class, but hasn’t been taught and isn’t locked', () => {
  const math = { title: 'Math', description: '', startTime: '08:00', endTime: '09:00', hasAlert: false, alertMessage: '', order: 0 }
  const { id, ...copy } = copyOf({ ...math, id: 'math', classId: 'm', taught: 'unfinished', isLocked: true }, 1_795_000_000_000)
  expect(id).not.toBe('math')
  expect(copy).toEqual({ ...math, classId: 'm' })
})
