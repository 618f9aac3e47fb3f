import { expect, test } from 'vitest'
import { linkAddress } from './link-address.ts'

test.each([
  ['https://example.org/a b', 'https://example.org/a b'],
  [' http://example.org ', 'http://example.org'],
  ['tel:+15551234', 'tel:+15551234'],
  ['MAILTO:office@school.example', 'MAILTO:office@school.example'],
  ['office@school.example', 'mailto:office@school.example'],
  ['example.org', 'https://example.org'],
  ['www.example.org/quiz?id=4#top', 'https://www.example.org/quiz?id=4#top'],
  ['localhost.test:8080/x', 'https://localhost.test:8080/x'],
  ['javascript:alert(1)', null],
  [' JaVaScRiPt:alert(1)', null],
  ['data:text/html,x', null],
  ['//example.org', null],
  ['/quiz', null],
  ['quiz', null],
  ['', null],
])('%j becomes %j', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})
