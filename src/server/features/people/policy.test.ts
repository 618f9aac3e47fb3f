import { expect, test } from 'vitest'
import { canonicalAddress } from './policy.ts'

test.each([
  ['Ann.Lee@School.example', 'ann.lee@school.example'],
  ['ann.lee+trial@school.example', 'ann.lee@school.example'],
  ['a.n.n.lee+2@gmail.com', 'annlee@gmail.com'],
  ['annlee@googlemail.com', 'annlee@gmail.com'],
])('%s belongs to the same person as %s', (spelled, canonical) => {
  expect(canonicalAddress(spelled)).toBe(canonical)
})
