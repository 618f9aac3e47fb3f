import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { text } from './text.ts'

const refusalOf = (value: string, max = 100) => {
  const { success, error } = z.safeParse(text(max), value)
  return success ? undefined : (error.issues[0] as { params?: { refusal: string } }).params?.refusal
}

test('two ways to type a letter are one text', () => {
  expect(z.parse(text(100), 'Caf\u0065\u0301')).toBe('Caf\u00e9')
  expect(z.parse(text(100), '\ud55c\uae00')).toBe(z.parse(text(100), '\u1112\u1161\u11ab\u1100\u1173\u11af'))
})

test.each([
  ['NUL', 'a\0b'],
  ['half of a character', 'a\ud800'],
  ['endless marks', `e${'\u0301'.repeat(31)}`],
])('text that can’t be stored is refused: %s', (_, value) => {
  expect(refusalOf(value)).toBe('malformed')
})

describe('the limit', () => {
  test('counts what is stored', () => {
    expect([refusalOf('e\u0301'.repeat(100)), refusalOf('e'.repeat(101))]).toEqual([undefined, 'too_large'])
  })

  test('is checked first: text far beyond its limit is refused before it is read', () => {
    // Reading this text would find that it can't be stored.
    expect(refusalOf('\0'.repeat(401))).toBe('too_large')
  })
})
