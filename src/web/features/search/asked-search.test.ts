import { expect, test } from 'vitest'
import { isEnough, wordsIn } from './asked-search.ts'

test.each([
  ['?q=fractions', 'fractions'],
  ['?q=a%26b+c', 'a&b c'],
  ['?q=fractions&title=Math&from=2026-09-01&to=2026-12-01', 'fractions Math'],
  ['?title=Math', 'Math'],
  ['', ''],
  [`?q=${'x'.repeat(500)}`, 'x'.repeat(200)],
])('the address %j asks for %j', (search, words) => {
  expect(wordsIn(search)).toBe(words)
})

test.each([
  ['fr', true],
  ['水', true],
  ['30', true],
  ['a', false],
  ['a b', false],
  ['"', false],
  ['', false],
])('%j is long enough to search for: %j', (q, isIt) => {
  expect(isEnough(q)).toBe(isIt)
})
