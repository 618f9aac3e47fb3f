import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openKeyRing } from './kept-key.ts'
import { makeKeyRing, newKey } from './key-ring.ts'

test('encrypted data can be decrypted only for the same purpose and owner', () => {
  const ring = makeKeyRing(newKey())
  const sealed = ring.seal('drive-tokens', 'maya', 'a refresh token')
  expect(sealed).not.toContain('refresh')
  expect(ring.seal('drive-tokens', 'maya', 'a refresh token')).not.toBe(sealed)
  expect(ring.open('drive-tokens', 'maya', sealed)).toBe('a refresh token')
  expect(ring.open('drive-tokens', 'dana', sealed)).toBeUndefined()
  expect(ring.open('google-sign-in', 'maya', sealed)).toBeUndefined()
  expect(makeKeyRing(newKey()).open('drive-tokens', 'maya', sealed)).toBeUndefined()
})

test('changed or truncated data cannot be decrypted', () => {
  const ring = makeKeyRing(newKey())
  const sealed = ring.seal('drive-tokens', 'maya', 'a refresh token')
  for (let at = sealed.indexOf('.') + 1; at < sealed.length - 1; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    expect(ring.open('drive-tokens', 'maya', changed)).toBeUndefined()
  }
  for (const cut of ['', '.', sealed.slice(0, 20), sealed.slice(0, -4)]) expect(ring.open('drive-tokens', 'maya', cut)).toBeUndefined()
})

test('a new key encrypts, while data and hashes of older keys still work', () => {
  const [older, newer] = [newKey(), newKey()]
  const before = makeKeyRing(older)
  const sealed = before.seal('drive-tokens', 'maya', 'kept')
  const after = makeKeyRing(`${newer}, ${older}`)
  expect(after.open('drive-tokens', 'maya', sealed)).toBe('kept')
  expect(before.open('drive-tokens', 'maya', after.seal('drive-tokens', 'maya', 'new'))).toBeUndefined()
  expect(after.fingerprints('past-trials', 'maya@school.example')).toContain(before.fingerprints('past-trials', 'maya@school.example')[0])
  expect(after.fingerprints('past-trials', 'maya@school.example')[0]).not.toContain('maya')
})

test.each(['', 'secret', 'A'.repeat(42), `${newKey()},`])('%j is refused as KEYS', (written) => {
  expect(() => makeKeyRing(written)).toThrow('Each key in KEYS must be 32 random bytes')
})

test('without KEYS, a private key is created once, with a warning', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'firstbell-keys-')), 'data')
  const said: string[] = []
  const first = openKeyRing(undefined, folder, (sentence) => said.push(sentence))
  const sealed = first.seal('drive-tokens', 'maya', 'kept')
  expect(openKeyRing(undefined, folder, (sentence) => said.push(sentence)).open('drive-tokens', 'maya', sealed)).toBe('kept')
  expect(said).toEqual([expect.stringContaining("KEYS isn't set")])
  expect(said[0]).not.toContain(readFileSync(path.join(folder, 'keys'), 'utf8'))
  if (process.platform !== 'win32') expect(statSync(path.join(folder, 'keys')).mode & 0o777).toBe(0o600)
})
