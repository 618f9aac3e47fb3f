import { expect, test } from 'vitest'
import { addressParametersOf } from './address-parameters.ts'

const at = (path: string) => `https://firstbell.example${path}`

test.each([
  ['/dashboard', null, null],
  ['/dashboard?view=day&date=2026-11-18', null, null],
  ['/auth/success?token=abc', 'abc', '/auth/success'],
  ['/dashboard?view=day&token=a%2Bb&date=2026-11-18#now', 'a+b', '/dashboard?view=day&date=2026-11-18#now'],
  ['/dashboard?session_id=cs_1', null, '/dashboard'],
  ['/dashboard?session_id=cs_1&token=abc', 'abc', '/dashboard'],
  ['/dashboard?token=', null, '/dashboard'],
  ['/dashboard?token=one&token=two', 'one', '/dashboard'],
  ['/terms?mytoken=abc', null, null],
])('%s contains the token %j and becomes %j', (path, token, cleaned) => {
  expect(addressParametersOf(at(path))).toEqual({ token, isPaid: path.includes('session_id'), cleaned })
})
