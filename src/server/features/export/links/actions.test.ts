/** Which sessions get a file through a download link, and for how long. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor, FileCall } from '#server/lib/http/serve.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import { makeDownloads } from './actions.ts'

const { db, pool, close } = await openTestDatabase()
afterAll(close)

const CALL = 'POST /api/user/export'
const NOON = Date.parse('2026-11-18T12:00:00Z')
const TOO_LATE = { code: 'not_found', message: 'This link has expired or was already used. Download the file again.' }
const file: FileCall = { admit: () => undefined, send: async () => 'the file' }
let now: Date
const seconds = (count: number): void => {
  now = new Date(NOON + count * 1000)
}
let ann: Actor
/** The sessions that haven't ended, in the database or in a server's memory. */
let sessions: Map<string, Actor>
const aServer = (given = file, database = db) => {
  const downloads = makeDownloads(
    database,
    () => now,
    async (sessionId) => sessions.get(sessionId),
  )
  downloads.offer(CALL, given)
  return {
    downloads,
    link: async (actor = ann, parts: { params?: unknown; query?: unknown } = {}) => {
      const { address } = await downloads.link(CALL, { actor, params: undefined, query: undefined, ...parts })
      return address.slice('/api/downloads/'.length)
    },
    open: (token: string) => downloads.open(token),
  }
}
const stored = async () => (await pool.query('select token_hash as hash from download_links')).rows

beforeEach(async () => {
  await emptyDatabase(db)
  seconds(0)
  const { userId } = await aTeacher(db, { now })
  const { rows } = await pool.query('select id from sessions')
  const rights = { calendarId: randomUUID(), mayWrite: true, isProven: true, isGuest: false, isAdmin: false, school: null }
  ann = { userId, sessionId: rows[0].id, ...rights }
  sessions = new Map([[ann.sessionId, ann]])
})

describe('a link', () => {
  test('opens the file of its call once, on any server, for the person of its session, with what they asked for', async () => {
    const [server, other] = [aServer(), aServer()]
    const { address } = await server.downloads.link(CALL, { actor: ann, params: { id: 'a' }, query: { from: 'b' } })
    expect(address).toMatch(/^\/api\/downloads\/[\w-]{43}$/)
    const token = address.slice(-43)
    expect(await stored()).toEqual([{ hash: createHash('sha256').update(token).digest('base64url') }])
    expect(await other.open(token)).toEqual({ file, actor: ann, params: { id: 'a' }, query: { from: 'b' } })
    for (const { open } of [server, other]) await expect(open(token)).rejects.toMatchObject(TOO_LATE)
  })

  test('is good for less than a minute, and the next one deletes it', async () => {
    const { link, open } = aServer()
    const [first, second] = [await link(), await link()]
    seconds(59.999)
    expect(await open(first)).toMatchObject({ actor: ann })
    seconds(60)
    await expect(open(second)).rejects.toMatchObject(TOO_LATE)
    const third = await link()
    expect(await stored()).toHaveLength(1)
    expect(await open(third)).toMatchObject({ actor: ann })
  })

  test('opens nothing once its session has ended, and nothing for a call without a file', async () => {
    const { downloads, link, open } = aServer()
    const token = await link()
    sessions.clear()
    await expect(open(token)).rejects.toMatchObject(TOO_LATE)
    sessions.set(ann.sessionId, ann)
    const { address } = await downloads.link('GET /api/user', { actor: ann, params: {}, query: {} })
    await expect(open(address.slice(-43))).rejects.toMatchObject(TOO_LATE)
  })

  test('opens nothing for a person who may no longer have the file', async () => {
    const asked: Actor[] = []
    const admit = (actor: Actor) => {
      asked.push(actor)
      throw new Refused('not_allowed')
    }
    const { link, open } = aServer({ ...file, admit })
    await expect(open(await link())).rejects.toMatchObject({ code: 'not_allowed' })
    expect(asked).toEqual([ann])
  })
})

describe('a link of a session that exists only in this server’s memory', () => {
  const inMemory = (): Actor => {
    const actor = { ...ann, sessionId: randomUUID() }
    sessions.set(actor.sessionId, actor)
    return actor
  }

  test('opens here once, within a minute', async () => {
    const [{ link, open }, other] = [aServer(), aServer()]
    const actor = inMemory()
    const [first, second] = [await link(actor), await link(actor)]
    expect(await stored()).toEqual([])
    await expect(other.open(first)).rejects.toMatchObject(TOO_LATE)
    seconds(59.999)
    expect(await open(first)).toEqual({ file, actor, params: {}, query: {} })
    await expect(open(first)).rejects.toMatchObject(TOO_LATE)
    seconds(60)
    await expect(open(second)).rejects.toMatchObject(TOO_LATE)
  })

  test('is one of 1,000, until they expire', async () => {
    // A thousand queries would take seconds, and none of them finds the session.
    const withoutSessions = { execute: async () => ({ rowCount: 0 }) } as unknown as typeof db
    const { link, open } = aServer(file, withoutSessions)
    const actor = inMemory()
    for (let count = 0; count < 999; count++) await link(actor)
    seconds(30)
    const last = await link(actor)
    await expect(link(actor)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 })
    seconds(59.999)
    await expect(link(actor)).rejects.toMatchObject({ code: 'unavailable' })
    seconds(60)
    for (let count = 0; count < 999; count++) await link(actor)
    await expect(link(actor)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await open(last)).toMatchObject({ actor })
  })
})

test('while the database can’t write, a teacher’s link opens on the server that made it', async () => {
  const { link, open } = aServer()
  await pool.query(
    `create function refuse_link() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`,
  )
  await pool.query('create trigger refuse_link before insert on download_links for each row execute function refuse_link()')
  const token = await link().finally(() => pool.query('drop function refuse_link cascade'))
  expect(await open(token)).toMatchObject({ actor: ann })
  await expect(open(token)).rejects.toMatchObject(TOO_LATE)
})

test('no link is made if the database fails in another way', async () => {
  const { link } = aServer()
  await expect(link({ ...ann, sessionId: 'no id' })).rejects.toThrow('Failed query')
})
