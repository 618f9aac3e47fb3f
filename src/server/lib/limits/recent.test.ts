import { expect, test } from 'vitest'
import { makeRecent } from './recent.ts'

test('what was used longest ago makes room for the newest', () => {
  const recent = makeRecent<string>(10)
  recent.put('a', 'A', 4)
  recent.put('b', 'B', 4)
  recent.get('a')
  recent.put('c', 'C', 4)
  expect(['a', 'b', 'c'].map(recent.get)).toEqual(['A', undefined, 'C'])
  recent.put('a', 'AA', 6)
  expect(['a', 'c'].map(recent.get)).toEqual(['AA', 'C'])
  recent.put('d', 'D', 11)
  expect(recent.get('d')).toBeUndefined()
})
