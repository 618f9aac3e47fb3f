import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', ''],
  ['a', 'Very weak'],
  ['password', 'Very weak'],
  ['P@ssw0rd', 'Very weak'],
  ['12345678', 'Very weak'],
  ['aaaaaaaaaaaaaaaa', 'Very weak'],
  ['abcdefghijkl', 'Very weak'],
  ['maya.rivera1', 'Very weak'],
  ['kestrel', 'Very weak'],
  ['kestrelflight', 'Weak'],
  ['tR4nsit', 'Weak'],
  ['blue-kite-4', 'Good'],
  ['correct horse battery staple', 'Strong'],
  ['xK9#mQ2$vL7p', 'Strong'],
])('%j is called %j', (password, word) => {
  expect(passwordStrength(password, 'maya.rivera@school.example').word).toBe(word)
})

test('any password gets a score from 1 to 4, quickly', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 256, unit: 'binary' }), fc.emailAddress(), (password, email) => {
      expect([1, 2, 3, 4]).toContain(passwordStrength(password, email).score)
    }),
  )
})
