import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { keepDrive, leaveDrive, openGrant } from '#server/features/drive/actions.ts'
import { grantOf } from '#server/features/drive/queries.ts'
import { feedsOf } from '#server/features/feeds/actions.ts'
import { aFeed } from '#server/features/feeds/samples.ts'
import { idempotencyKeys } from '#server/features/idempotency/tables.ts'
import { userOf } from '#server/features/people/actions.ts'
import { openNotes, sealNotes } from '#server/features/people/policy.ts'
import { sealedNotesOf, updateUser } from '#server/features/people/queries.ts'
import { askForLink, wishIn } from '#server/features/sign-in/reset/actions.ts'
import { linksShownTo } from '#server/features/sub-links/actions.ts'
import { aSubLink } from '#server/features/sub-links/samples.ts'
import { subReportsOf } from '#server/features/sub-reports/actions.ts'
import { aSubReport } from '#server/features/sub-reports/samples.ts'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import type { Db } from '#server/lib/db/client.ts'
import { jobs } from '#server/lib/jobs/tables.ts'
import { acceptKey, keyIn, ringWithKey } from '#server/lib/keys/fitting-key.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { keyInUse } from '#server/lib/keys/tables.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { clock, db, pool } from '#test/app.ts'
import { dyingDatabase } from '#test/dying-database.ts'
import { reportServer } from '../system/queries.ts'
import { answerAboutKeys } from './actions.ts'
import { replaceSealed, SEALED, valuesNotWith } from './queries.ts'

const [older, newer] = [newKey(), newKey()]
const before = makeKeyRing(older)
const after = makeKeyRing(`${newer},${older}`)
const NOTES = { studentNotes: '<p>Milo: peanuts</p>', emergencyProcedures: '<p>East door</p>', substituteInstructions: '<p>Bell at 8</p>' }
let folder: string
let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'firstbell-rotate-'))
  ann = await aTeacher(db, { now: clock() })
  await db.delete(keyInUse)
  await acceptKey(db, before)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Answers a request, and returns its lines. */
const ask = async (asked: 'list' | 'rotate', { keys = `${newer},${older}` as string | null, on = db as Db } = {}): Promise<string[]> => {
  const lines: string[] = []
  const installation = { db: on, keys: keys ?? undefined, dataDir: folder, backupDir: folder, secondBackupDir: undefined, serversMs: 0 }
  await answerAboutKeys(asked, { ...installation, say: (line) => lines.push(line) }, clock())
  return lines
}

/** Encrypts one of everything for Ann with the older key. */
const sealAll = async () => {
  const ben = await aTeacher(db, { now: clock() })
  await updateUser(db, ann.userId, sealNotes(before, ann.userId, NOTES))
  await keepDrive(db, before, ann.userId, '1//refresh', clock())
  await keepDrive(db, before, ben.userId, '1//to revoke', clock())
  await leaveDrive(db, ben.userId)
  await aFeed(db, before, { owner: ann.userId, now: clock() })
  await aSubLink(db, before, { madeBy: ann.userId, now: clock() })
  await aSubReport(db, before, { owner: ann.userId, now: clock(), note: 'A kind class' })
  await askForLink(db, { keys: before, mailQueue: CLOSED_MAIL_QUEUE }, ann.email, clock())
  const call = { hash: 'a-call', userId: ann.userId, network: null, request: 'a-request', claimedAt: clock() }
  await db.insert(idempotencyKeys).values({ ...call, answer: before.seal('idempotency', call.hash, 'an answer') })
}

/** Returns everything of Ann that a ring decrypts. */
const openAll = async (keys: typeof before) => {
  const reader = { keys, userId: ann.userId, origin: 'http://localhost', now: clock() }
  const user = await userOf(db, ann.userId, clock(), { keys })
  const payloads = await db.select({ name: jobs.name, payload: jobs.payload }).from(jobs)
  const payloadOf = (job: string) => payloads.find(({ name }) => name === job)?.payload
  return {
    notes: {
      studentNotes: user.studentNotes,
      emergencyProcedures: user.emergencyProcedures,
      substituteInstructions: user.substituteInstructions,
    },
    drive: openGrant(keys, { userId: ann.userId, sealed: (await grantOf(db, ann.userId)) ?? '' }),
    ended: openGrant(keys, payloadOf('close-drive') as { userId: string; sealed: string }),
    feeds: (await feedsOf(db, { keys, origin: 'http://localhost' }, ann.userId)).map(({ url }) => url),
    links: (await linksShownTo(db, reader)).map(({ url }) => url),
    reports: (await subReportsOf(db, keys, ann.userId)).map(({ note }) => note),
    answers: (await db.select().from(idempotencyKeys)).map(({ hash, answer }) => keys.open('idempotency', hash, answer ?? '')),
    password: wishIn(keys, payloadOf('send-password-link'))?.email,
  }
}

/** Returns the columns in which a value contains a text. */
const columnsWith = async (text: string): Promise<string[]> => {
  const found: string[] = []
  for (const { name, columns } of await tablesParentsFirst(pool))
    for (const column of columns) {
      const { rows } = await pool.query(`select 1 from ${name} where position($1 in ${column.name}::text) > 0 limit 1`, [text])
      if (rows.length > 0) found.push(`${name}.${column.name}`)
    }
  return found
}

describe('a rotation', { tags: ['engine'] }, () => {
  test('encrypts everything again, also if it is killed after any value and repeated, and the older key is then no longer needed', async () => {
    await sealAll()
    const [all, sealed] = [await openAll(before), await columnsWith(`${before.inUse}.`)]
    expect(all).toMatchObject({
      notes: NOTES,
      drive: '1//refresh',
      ended: '1//to revoke',
      reports: ['A kind class'],
      answers: ['an answer'],
      password: ann.email,
    })
    expect(sealed).toHaveLength(new Set(Object.values(SEALED).map(({ value }) => value)).size - 1)
    for (let afterCommit = 1; afterCommit < 5; afterCommit++) {
      const mortal = dyingDatabase(pool, { afterCommit })
      await Promise.race([ask('rotate', { on: mortal.db }), mortal.died])
      expect(await openAll(after)).toEqual(all)
    }
    const lines = await ask('rotate')
    expect(lines).toContain(`Key ${before.inUse} is no longer needed. You can remove it from the keys, then restart the servers.`)
    expect(await columnsWith(`${before.inUse}.`)).toEqual([])
    expect(await openAll(makeKeyRing(newer))).toEqual(all)
  })

  test('waits for servers that don’t have the new key, and leaves the older one in use', async () => {
    await updateUser(db, ann.userId, sealNotes(before, ann.userId, NOTES))
    const figures = {
      node: '',
      memory: 0,
      streams: 0,
      lastHour: {} as never,
      sinceStart: {} as never,
      keys: { has: before.names, inUse: before.inUse },
    }
    await reportServer(db, { id: '5e400000-0000-4000-8000-000000000001', host: 'plan-1', version: '0.2.0', upMs: 0, figures })
    await expect(ask('rotate')).rejects.toThrow(`These servers don’t have key ${after.inUse}: plan-1 (0.2.0).`)
    expect(ringWithKey(after, (await keyIn(db))?.fingerprint ?? '')?.inUse).toBe(before.inUse)
    expect(await columnsWith(`${after.inUse}.`)).toEqual([])
  })

  test('never overwrites what a teacher saved meanwhile', async () => {
    await updateUser(db, ann.userId, sealNotes(before, ann.userId, NOTES))
    const [value] = await valuesNotWith(db, 'studentNotes', { name: after.inUse, after: undefined, most: 1 })
    await updateUser(db, ann.userId, sealNotes(after, ann.userId, { studentNotes: '<p>Saved meanwhile</p>' }))
    await replaceSealed(db, 'studentNotes', { id: ann.userId, before: value?.sealed ?? '', after: 'overwritten' })
    const row = await sealedNotesOf(db, ann.userId)
    expect(row && openNotes(after, row).notes.studentNotes).toBe('<p>Saved meanwhile</p>')
  })

  test('adds a key to the key file once, however many commands run', async () => {
    const file = path.join(folder, 'keys')
    writeFileSync(file, older)
    const lines = await Promise.all([ask('rotate', { keys: null }), ask('rotate', { keys: null })])
    expect(lines.flat().filter((line) => line.startsWith('Added key'))).toHaveLength(1)
    const ring = makeKeyRing(readFileSync(file, 'utf8'))
    expect(ring.names).toEqual([ring.inUse, before.inUse])
    expect(ringWithKey(ring, (await keyIn(db))?.fingerprint ?? '')?.inUse).toBe(ring.inUse)
  })
})

test('an operator without a new key is told how to add one, which key is in use, and how many values need a lost key', async () => {
  await updateUser(db, ann.userId, { ...sealNotes(makeKeyRing(newKey()), ann.userId, { studentNotes: 'lost' }) })
  const lines = await ask('rotate', { keys: older })
  expect(lines[0]).toMatch(/^KEYS has no newer key/)
  expect(lines[1]).toMatch(new RegExp(`^Key ${before.inUse} is in use since `))
  expect(lines[2]).toMatch(/isn’t here. Add it after the others if you have it. Values in the database can’t be read without it: 1.$/)
  expect(await ask('list')).toContain(`Key ${after.inUse} is newer and not in use yet. Run npm run keys -- rotate.`)
  await expect(ask('list', { keys: newer })).rejects.toThrow('uses a key that isn’t here')
})

test('every column whose name says that it is encrypted is part of a rotation', async () => {
  const columns = (await tablesParentsFirst(pool)).flatMap(({ name, columns }) =>
    columns.filter((column) => column.name.startsWith('sealed')).map((column) => `${name}.${column.name}`),
  )
  expect(columns.length).toBeGreaterThan(5)
  await sealAll()
  expect(await columnsWith(`${before.inUse}.`)).toEqual(expect.arrayContaining(columns))
})
