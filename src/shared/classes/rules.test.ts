import { expect, test } from 'vitest'
import { ownClassOf } from './rules.ts'

test('a colleague’s lesson joins the own class of the same name, else none', () => {
  const theirs = [
    { id: 'a', name: 'P.E.' },
    { id: 'b', name: 'Art' },
  ]
  const own = [{ id: 'mine', name: 'pe' }]
  expect(ownClassOf('a', theirs, own)).toBe('mine')
  expect(ownClassOf('b', theirs, own)).toBeNull()
  expect(ownClassOf('gone', theirs, own)).toBeNull()
  expect(ownClassOf(undefined, theirs, own)).toBeNull()
})
