import { expect, test } from 'vitest'
import { newBlockId } from './block-id.ts'

test('a thousand blocks created in one millisecond have unique IDs that the server accepts', () => {
  const ids = Array.from({ length: 1000 }, () => newBlockId(1_795_000_000_000))
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^block_[\w-]{1,58}$/)
})
