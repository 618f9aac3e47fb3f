import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { keepDrive, opensGrants } from '#server/features/drive/actions.ts'
import { db } from '#test/app.ts'
import { acceptKey, openFittingKeys } from './fitting-key.ts'
import { makeKeyRing, newKey } from './key-ring.ts'
import { keyInUse } from './tables.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-fitting-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(async () => {
  await db.delete(keyInUse)
})

const openWith = (keys: string | undefined) =>
  openFittingKeys({ db, keys, dataDir, opensSealed: (ring) => opensGrants(db, ring), warn: () => undefined })

test("an older database gets the current key's fingerprint, which reveals nothing about the key", async () => {
  const key = newKey()
  await openWith(key)
  const [row] = await db.select().from(keyInUse)
  expect(row?.fingerprint).toMatch(/^[\w-]{43}$/)
  expect(row?.fingerprint).not.toBe(Buffer.from(key, 'base64').toString('base64url'))
  await openWith(key)
  await expect(openWith(newKey())).rejects.toThrow("This database was used with another key: it isn't in KEYS.")
})

test('an older database with data that the key cannot decrypt is refused', async () => {
  const key = newKey()
  const { userId } = await aTeacher(db)
  await keepDrive(db, makeKeyRing(key), userId, '1//refresh', new Date())
  await expect(openWith(newKey())).rejects.toThrow("it isn't in KEYS")
  await expect(openWith(undefined)).rejects.toThrow("KEYS isn't set, and the file")
  expect(existsSync(path.join(dataDir, 'keys'))).toBe(false)
  await openWith(key)
})

test('a new key in front isn’t used until it is accepted, the old one alone is then refused, and accepting another gives up a lost one', async () => {
  const [older, newer, other] = [newKey(), newKey(), newKey()]
  await openWith(older)
  const both = makeKeyRing(`${newer},${older}`)
  expect((await openWith(`${newer},${older}`)).inUse).toBe(both.names[1])
  await openWith(older)
  await acceptKey(db, both)
  expect((await openWith(`${newer},${older}`)).inUse).toBe(both.names[0])
  await expect(openWith(older)).rejects.toThrow("it isn't in KEYS")
  await openWith(newer)
  await acceptKey(db, makeKeyRing(other))
  await expect(openWith(newer)).rejects.toThrow('npm run admin -- accept-key')
  await openWith(other)
})
