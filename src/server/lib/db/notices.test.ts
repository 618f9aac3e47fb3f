// @module-tag engine
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aDay } from '#server/features/calendar/samples.ts'
import { call, clock, db, pool } from '#test/app.ts'
import { startListening } from '#test/listening.ts'
import { announce, flushNotices, listen, type Notice, type Notices } from './notices.ts'
import { drizzleOver, openDatabase, openServerPool } from './open.ts'

const isServer = process.env['TEST_DATABASE_URL'] !== undefined
const quiet = (): void => undefined
let notices: Notices
let heard: (Notice | undefined)[] = []
beforeAll(async () => {
  notices = await startListening()
  notices.subscribe((notice) => heard.push(notice))
})
beforeEach(async () => {
  await flushNotices(db)
  heard = []
})
afterAll(() => notices.close())

/** Returns a notice that a test can recognize as its own. */
const about = (name: string): Notice => ({ kind: 'people', ids: [name] })
/** Resolves once all notices announced so far have been received. */
const allHeard = async (): Promise<void> => {
  announce(db, about('last'))
  await expect.poll(() => heard.at(-1)).toEqual(about('last'))
}
const failing = async (): Promise<never> => {
  throw new Error('rolled back')
}

test("a transaction's notices are delivered after it commits, not while it is open", async () => {
  await db.transaction(async (tx) => {
    announce(tx, about('committed'))
    await flushNotices(db)
    await tx.execute(sql`select 1`)
    expect(heard).toEqual([])
  })
  await expect.poll(() => heard).toEqual([about('committed')])
})

test.each([[''], ['garbage'], ['null']])('a notice of %j is skipped, and the next one is delivered', async (payload) => {
  const stop = notices.subscribe((notice) => {
    if (notice === null) throw new Error('nothing is said')
  })
  await pool.query(`select pg_notify('firstbell', $1)`, [payload])
  await allHeard()
  stop()
})

test('rolled-back transactions, savepoints and failed attempts send no notices', async () => {
  const attempt = async (outcome: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      announce(tx, about('outer'))
      await tx.transaction(async (inner) => announce(inner, about('part that stays')))
      await tx
        .transaction(async (inner) => {
          announce(inner, about('part that is rolled back'))
          await failing()
        })
        .catch(quiet)
      await outcome()
    })
  await expect(attempt(failing)).rejects.toThrow('rolled back')
  await attempt(async () => undefined)
  await allHeard()
  expect(heard).toEqual(['outer', 'part that stays', 'last'].map(about))
})

test('a thousand changes at once are one statement with few messages, delivered in order', async () => {
  const asked = vi.spyOn(pool, 'query')
  const changes = Array.from({ length: 1_000 }, (_, change) => about(`change ${change} of a thousand`))
  for (const change of changes) announce(db, change)
  await expect.poll(() => heard).toHaveLength(1_000)
  expect(heard).toEqual(changes)
  expect(asked).toHaveBeenCalledOnce()
  expect(asked.mock.calls[0]).toHaveProperty('[1][1].length', 7)
})

test('a change of more days than fit into one message is delivered completely', async () => {
  const dates = Array.from({ length: 1_200 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
  announce(db, { kind: 'days', owner: 'ann', dates, operationId: 'one', version: 7, previous: 3, hasRecords: false })
  await expect.poll(() => heard).toHaveLength(3)
  const parts = heard.flatMap((notice) => (notice?.kind === 'days' ? notice : []))
  expect(parts.flatMap((part) => part.dates)).toEqual(dates)
  expect(parts.map(({ version, previous }) => [previous, version])).toEqual([
    [3, 7],
    [7, 7],
    [7, 7],
  ])
})

test('a notice that cannot be sent is logged, and later ones are sent', async () => {
  const said: object[] = []
  const other = drizzleOver(pool, (message, details) => said.push({ message, ...details }))
  const broken = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('no connection') as never)
  announce(other, about('lost'))
  await flushNotices(other)
  expect(broken).toHaveBeenCalledOnce()
  expect(said).toEqual([{ message: 'changes could not be announced', count: 1, error: expect.stringContaining('pg_notify') }])
  announce(other, about('sent'))
  await flushNotices(other)
  await expect.poll(() => heard).toEqual([about('sent')])
})

test('pending notices are sent before a server stops', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-notices-'))
  const stopping = await openDatabase({ databaseUrl: isServer ? String(pool.options.connectionString) : undefined, dataDir, log: quiet })
  const others = isServer ? notices : listen(stopping, quiet)
  const last: unknown[] = []
  const stop = others.subscribe((notice) => notice && last.push(notice))
  await stopping.pool.query('select 1')
  announce(stopping.db, about('stopping'))
  await stopping.close()
  await expect.poll(() => last).toEqual([about('stopping')])
  stop()
  rmSync(dataDir, { recursive: true })
})

test.runIf(isServer)('a server is notified of changes by another server on the same database', async () => {
  const ann = await aTeacher(db, { now: clock() })
  const other = openServerPool(String(pool.options.connectionString), quiet)
  const { version } = await aDay(drizzleOver(other, quiet), { owner: ann.userId, date: '2026-11-18' })
  await expect.poll(() => heard).toEqual([expect.objectContaining({ owner: ann.userId, dates: ['2026-11-18'], version, previous: 0 })])
  await other.end()
})

test('each calendar notice has the previous version', async () => {
  const ann = await aTeacher(db, { now: clock() })
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20'])
    await call('POST', '/api/calendar', { token: ann.token, body: { date, hasNote: true, noteText: 'x' } })
  await expect.poll(() => heard).toHaveLength(3)
  const versions = heard.flatMap((notice) => (notice?.kind === 'days' ? [[notice.previous, notice.version]] : []))
  const [first, second, third] = versions.map(([, version]) => version)
  expect(versions).toEqual([
    [0, first],
    [first, second],
    [second, third],
  ])
})
