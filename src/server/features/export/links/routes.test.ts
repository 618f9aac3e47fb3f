// @module-tag engine
/** Single-use download links: for a user's own data, the list of all users, and a backup. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { makeBackups, NO_BACKUPS } from '#server/features/backups/actions.ts'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import { requestLog } from '#server/lib/http/log/request-log.ts'
import { clock, config, db, keys, pool, setClock, unnamedRefusals } from '#test/app.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'firstbell-downloads-'))
const folder = path.join(parent, 'backups')
const write = async (file: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, 'all that is kept')
}
const logged: string[] = []
const parts = { db, keys, clock, config, backups: makeBackups({ ...NO_BACKUPS, folder, write, prove: undefined }) }
const logger = { ...requestLog('info'), stream: { write: (line: string) => void logged.push(line) } }
const app = await buildApp({ ...parts, logger })
/** A second server on the same database. */
const other = await buildApp({ ...parts, logger: false })
const unnamed = unnamedRefusals(app)
beforeEach(() => void logged.splice(0))
afterEach(() => expect(unnamed.splice(0)).toEqual([]))
afterAll(async () => {
  await Promise.all([app.close(), other.close()])
  rmSync(parent, { recursive: true, force: true })
})

const EXPORT = 'POST /api/user/export'
const PEOPLE = 'POST /api/admin/export/csv'

const ask = (call: string, token: string, headers: Record<string, string> = { prefer: 'link' }) => {
  const [method, url = ''] = call.split(' ')
  return app.inject({ method: method as 'GET', url, headers: { authorization: `Bearer ${token}`, ...headers } })
}
const linkTo = async (call: string, token: string): Promise<string> => {
  const reply = await ask(call, token)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(reply.json()).toEqual({ address: expect.stringMatching(/^\/api\/downloads\/[\w-]{43}$/) })
  return reply.json().address
}
const follow = (address: string, headers: Record<string, string> = {}) => app.inject({ url: address, headers })
const TOO_LATE = [404, { code: 'not_found', message: 'This link has expired or was already used. Download the file again.' }]
const isTooLate = async (address: string) => {
  const reply = await follow(address)
  expect([reply.statusCode, reply.json()]).toEqual(TOO_LATE)
}
const teacher = (displayName = 'Ann Lee') => aTeacher(db, { displayName, now: clock() })
const admin = async () => {
  const person = await teacher('Ada')
  await makeAdmin(db, person.email, clock())
  return person
}
const seconds = (count: number) => setClock(new Date(Date.parse('2026-11-18T14:00:00Z') + count * 1000).toISOString())

describe('a link', () => {
  test('gives a teacher their own data once, on any server, without a session in the URL or the log', async () => {
    const [ann, bob] = [await teacher(), await teacher('Bob Ray')]
    const address = await linkTo(EXPORT, ann.token)
    expect((await pool.query(`select * from audit_log where act = 'account.exported'`)).rows).toEqual([])
    const file = await other.inject(address)
    expect([file.statusCode, file.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="firstbell-2026-11-18.zip"',
        'cache-control': 'no-store',
      }),
    ])
    const all = Object.values(unzipSync(new Uint8Array(file.rawPayload)))
      .map((bytes) => strFromU8(bytes))
      .join()
    expect([all.includes(ann.email), all.includes(bob.email)]).toEqual([true, false])
    const { rows } = await pool.query(`select actor_id from audit_log where act = 'account.exported'`)
    expect(rows).toEqual([{ actor_id: ann.userId }])

    await isTooLate(address)
    const kept = (await pool.query('select coalesce(json_agg(l), $1) as all from download_links l', ['[]'])).rows[0].all
    expect(kept).toEqual([])
    await follow(await linkTo(EXPORT, ann.token))
    expect(logged.join()).toContain('/api/downloads/:token')
    expect(logged.join()).not.toMatch(/downloads\/[\w-]{43}/)
  })

  test('is stored only as a hash', async () => {
    const ann = await teacher()
    const token = (await linkTo(EXPORT, ann.token)).split('/').at(-1) ?? ''
    const { rows } = await pool.query('select * from download_links')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('gives an administrator the requested backup, with its length', async () => {
    const ada = await admin()
    const { filename } = (await ask('POST /api/admin/backup/create', ada.token)).json()
    const file = await follow(await linkTo(`GET /api/admin/backups/${filename}`, ada.token))
    expect([file.statusCode, file.body, file.headers]).toEqual([
      200,
      'all that is kept',
      expect.objectContaining({ 'content-length': '16', 'content-disposition': `attachment; filename="${filename}"` }),
    ])
  })

  test('can be used by only one of two concurrent requests', async () => {
    const ann = await teacher()
    const address = await linkTo(EXPORT, ann.token)
    const replies = await Promise.all([follow(address), other.inject(address), follow(address)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404])
  })

  test('works for a minute, and the next link deletes it from the database', async () => {
    const ann = await teacher()
    const [first, second] = [await linkTo(EXPORT, ann.token), await linkTo(EXPORT, ann.token)]
    seconds(59)
    expect((await follow(first)).statusCode).toBe(200)
    seconds(60)
    await isTooLate(second)
    await linkTo(EXPORT, ann.token)
    expect((await pool.query('select 1 from download_links')).rows).toHaveLength(1)
  })

  test('isn’t consumed by a HEAD or a browser prefetch', async () => {
    const ann = await teacher()
    const address = await linkTo(EXPORT, ann.token)
    expect((await app.inject({ method: 'HEAD', url: address })).statusCode).toBe(404)
    expect((await follow(address, { 'sec-purpose': 'prefetch;prerender' })).statusCode).toBe(404)
    expect((await follow(address)).statusCode).toBe(200)
  })

  test('that is made up opens nothing, however odd', async () => {
    for (const token of ['a'.repeat(43), 'x', '%00', `${'b'.repeat(42)}'`]) await isTooLate(`/api/downloads/${token}`)
  })
})

describe('permissions are checked when the link is used', () => {
  test('a link stops working when its session ends', async () => {
    const ann = await teacher()
    const address = await linkTo(EXPORT, ann.token)
    expect((await ask('POST /api/auth/logout', ann.token)).statusCode).toBe(200)
    await isTooLate(address)
  })

  test('a link of an expired session opens nothing', async () => {
    const ann = await teacher()
    const address = await linkTo(EXPORT, ann.token)
    await pool.query('update sessions set idle_expires_at = $1', [clock()])
    await isTooLate(address)
  })

  test('a former platform admin can’t download the list of users', async () => {
    const ada = await admin()
    const address = await linkTo(PEOPLE, ada.token)
    await pool.query('update user_roles set is_admin = false where user_id = $1', [ada.userId])
    const reply = await follow(address)
    expect([reply.statusCode, reply.json().code, reply.body.includes(ada.email)]).toEqual([403, 'not_allowed', false])
    await isTooLate(address)
  })
})

describe('a link is refused whenever the file is', () => {
  test.each([EXPORT, PEOPLE, 'GET /api/admin/backups/firstbell-2026-11-18T14-00-00Z-manual.backup'])(
    '%s: without a proof',
    async (call) => {
      const ada = await admin()
      await pool.query('update sessions set confirmed_at = null')
      const reply = await ask(call, ada.token)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'proof_needed'])
    },
  )

  test('to a stranger, to a teacher who requests all users, and the fourth time in a minute', async () => {
    const ann = await teacher()
    expect((await ask(EXPORT, 'a'.repeat(43))).statusCode).toBe(401)
    expect((await ask(PEOPLE, ann.token)).statusCode).toBe(403)
    for (let turn = 0; turn < 3; turn++) await linkTo(EXPORT, ann.token)
    expect((await ask(EXPORT, ann.token)).statusCode).toBe(429)
  })
})

test('a client that doesn’t request a link gets the file, and a call without a file ignores the header', async () => {
  const ann = await teacher()
  expect((await ask(EXPORT, ann.token, {})).headers['content-type']).toBe('application/zip')
  expect((await ask('GET /api/user', ann.token)).json()).toMatchObject({ email: ann.email })
})

test('the API document describes the link as well as the file', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const { parameters, responses } = paths['/api/user/export'].post
  expect(parameters).toEqual([{ name: 'prefer', in: 'header', required: false, schema: { const: 'link' } }])
  expect(Object.keys(responses['200'].content)).toEqual(['application/zip', 'application/json'])
  expect(paths['/api/admin/export/json'].post.responses['200'].content['application/json'].schema.anyOf).toHaveLength(2)
  expect(paths['/api/downloads/{token}'].get.parameters).toHaveLength(1)
})

test.each(['53100', '25006'])('while the database is read-only (%s), a teacher still gets their data once', async (code) => {
  const ann = await teacher()
  await pool.query(
    `create function refuse_writes() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '${code}'; end $$`,
  )
  try {
    for (const { name } of await tablesParentsFirst(pool))
      await pool.query(`create trigger refuse_writes before insert or update or delete on ${name} execute function refuse_writes()`)
    const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: ann.email, password: ann.password } })
    for (const token of [ann.token, login.json().token]) {
      const address = await linkTo(EXPORT, token)
      const replies = await Promise.all([follow(address), follow(address)])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 507])
    }
  } finally {
    await pool.query('drop function refuse_writes cascade')
  }
})
