import { expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { hashesOfRequest, hashOfKey, keptSince, keyIn, namesOperation } from './policy.ts'

test('a key is kept for 24 hours', () => {
  expect(keptSince(new Date('2026-11-29T08:00:00Z'))).toEqual(new Date('2026-11-28T08:00:00Z'))
})

test('a key has 8 to 100 letters, digits, underscores or hyphens', () => {
  expect(keyIn(undefined)).toBeUndefined()
  for (const key of ['a-_45678', 'x'.repeat(100)]) expect(keyIn(key)).toBe(key)
  for (const key of ['', '1234567', 'x'.repeat(101), '12345678 ', ' 12345678', '1234.5678', ['12345678', '12345678'], ['12345678']])
    expect(() => keyIn(key)).toThrow(
      expect.objectContaining({
        code: 'malformed',
        message: 'Send an Idempotency-Key of 8 to 100 letters, digits, “_” or “-”.',
      }),
    )
})

test('a call whose body names its operation needs no key', () => {
  expect(namesOperation({ operationId: 'a' })).toBe(true)
  for (const body of [{ operationId: undefined }, { title: 'Math' }, null, undefined, 'operationId'])
    expect(namesOperation(body)).toBe(false)
})

test('equal keys of two users, of two networks, or of two calls are different ones', () => {
  const ann = { userId: 'ann', network: null }
  const hashes = [
    hashOfKey(ann, 'addClass', '12345678'),
    hashOfKey({ userId: 'ben', network: null }, 'addClass', '12345678'),
    hashOfKey({ userId: null, network: 'ann' }, 'addClass', '12345678'),
    hashOfKey({ userId: null, network: 'ben' }, 'addClass', '12345678'),
    hashOfKey(ann, 'addLesson', '12345678'),
    hashOfKey(ann, 'addClass', '12345679'),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
  expect(hashOfKey(ann, 'addClass', '12345678')).toBe(hashes[0])
  expect(hashes[0]).toMatch(/^[\w-]{43}$/)
})

test('two requests are the same only if their path, query and body are, and no hash shows a password', () => {
  const keys = makeKeyRing(`${newKey()},${newKey()}`)
  const sent = { params: { id: 'a' }, query: undefined, body: { password: 'first-bell' } }
  const hashes = hashesOfRequest(keys, sent)
  expect(hashes).toHaveLength(2)
  expect(hashesOfRequest(keys, { ...sent })).toEqual(hashes)
  for (const other of [{ params: { id: 'b' } }, { query: { id: 'a' } }, { body: { password: 'second-bell' } }])
    expect(hashesOfRequest(keys, { ...sent, ...other })[0]).not.toBe(hashes[0])
  expect(hashesOfRequest(makeKeyRing(newKey()), sent)[0]).not.toBe(hashes[0])
})
