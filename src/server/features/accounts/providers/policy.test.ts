import { expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { type FlowCookie, hashOf, LIFE_S, newSecret, readFrom, written } from './policy.ts'

const NOW = new Date('2026-11-29T08:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const keys = makeKeyRing(newKey())
const kept: FlowCookie = { browser: 'secret of a browser', drive: { code: 'code', refreshToken: 'refresh' } }

test('a round trip to Google or Microsoft may take ten minutes', () => {
  const cookie = written(keys, kept, NOW)
  expect(cookie).not.toMatch(/secret|refresh/)
  expect(LIFE_S).toBe(600)
  expect(readFrom(keys, cookie, later(600_000 - 1))).toEqual(kept)
  expect(readFrom(keys, cookie, later(600_000))).toBeUndefined()
})

test('nobody makes up a round trip, and one that began before an update comes to its end', () => {
  const text = JSON.stringify({ ...kept, at: NOW.getTime() })
  expect(readFrom(keys, text, NOW)).toBeUndefined()
  expect(readFrom(keys, makeKeyRing(newKey()).seal('google-sign-in', 'browser', text), NOW)).toBeUndefined()
  expect(readFrom(keys, keys.seal('google-sign-in', 'browser', text), NOW)).toEqual(kept)
})

test('each browser has another secret, which can’t be derived from its hash', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/)
  expect(newSecret()).not.toBe(newSecret())
  expect(hashOf('token')).toBe('PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A')
})
