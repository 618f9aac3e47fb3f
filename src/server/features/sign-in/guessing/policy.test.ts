import { expect, test } from 'vitest'
import { deviceOf, keepDevice } from './policy.ts'

const device = 'x'.repeat(42)
const known = `${device}_`

test.each([
  [true, '__Secure-firstbell_device'],
  [false, 'firstbell_device'],
])('a browser is remembered for 180 days, only for signing in (HTTPS: %s)', (isHttps, name) => {
  const set: unknown[] = []
  keepDevice({ setCookie: (...cookie) => set.push(cookie) }, known, { isHttps })
  expect(set).toEqual([[name, known, { path: '/api/auth', maxAge: 15_552_000 }]])
  expect(deviceOf({ cookies: { [name]: known } }, { isHttps })).toBe(known)
})

test('a browser that version 0.1.0 remembered is recognized, unless it has a newer cookie', () => {
  expect(deviceOf({ cookies: { firstbell_device: known } }, { isHttps: true })).toBe(known)
  const cookies = { firstbell_device: `${device}0`, '__Secure-firstbell_device': known }
  expect(deviceOf({ cookies }, { isHttps: true })).toBe(known)
})

test('without HTTPS, a cookie of HTTPS isn’t read', () => {
  expect(deviceOf({ cookies: { '__Secure-firstbell_device': known } }, { isHttps: false })).toBeUndefined()
})

test.each([[undefined], [''], [device], [`${known}x`], [` ${known}`], [`${device}=`]])(
  'a browser with the cookie %j is a stranger',
  (firstbell_device) => {
    expect(deviceOf({ cookies: { firstbell_device } }, { isHttps: true })).toBeUndefined()
  },
)
