import { expect, test } from 'vitest'
import { isEnough, readSearchQuery, writeAsked } from './search-address.ts'

test.each([
  ['?q=fractions&title=Math&from=2026-09-01&to=2026-12-01', { q: 'fractions', title: 'Math', from: '2026-09-01', to: '2026-12-01' }],
  ['?q=a%26b+c', { q: 'a&b c', title: '', from: '', to: '' }],
  ['?from=2026-02-30&to=tomorrow', { q: '', title: '', from: '', to: '' }],
  [`?q=${'x'.repeat(500)}`, { q: 'x'.repeat(200), title: '', from: '', to: '' }],
])('the address %j is read as %j', (search, asked) => {
  expect(readSearchQuery(search)).toEqual(asked)
})

test('a written address is read back as the same query', () => {
  const asked = { q: '50% & "more"', title: 'Études', from: '2026-09-01', to: '' }
  expect(readSearchQuery(new URL(writeAsked(asked), 'http://firstbell').search)).toEqual(asked)
  expect(writeAsked({ q: '' })).toBe('/search')
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
  expect(isEnough({ q, title: '' })).toBe(isIt)
})
