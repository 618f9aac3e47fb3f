// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { forgetPasswordLinks, sendPasswordLink } from './jobs.ts'

const server = aMailServer()
const services = { mail: server.mail }
const app = await buildApp({ db, keys, clock, logger: false, config: { ...config, rateLimitPerMinute: 1200 }, services })
const post = async (url: string, body: object, remoteAddress = '203.0.113.1') => {
  const reply = await app.inject({ method: 'POST', url, payload: body, remoteAddress })
  return { status: reply.statusCode, text: reply.body, body: reply.json() }
}
const forgot = (email: string, from?: string) => post('/api/auth/forgot-password', { email }, from)
let networks = 0
/** Uses a new network for each call, because each network is limited to ten attempts per minute. */
const reset = (token: string, newPassword = 'second-bell') =>
  post('/api/auth/reset-password', { token, newPassword }, `198.51.${Math.floor(++networks / 250)}.${networks % 250}`)
const login = (email: string, password: string) => post('/api/auth/login', { email, password })
const jobs = async () => (await pool.query('select name, payload from jobs order by id')).rows
const sendAll = async () => {
  for (const { payload } of await jobs()) await doJob(sendPasswordLink, clock(), { services, payload })
}
const statusWith = async (token: string) =>
  (await app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  server.sent.length = 0
  server.fails = undefined
  ann = await aTeacher(db, { email: 'ann@school.example', now: clock() })
})
const linkFor = async (email = ann.email) => {
  await pool.query('delete from jobs')
  await forgot(email)
  await sendAll()
  return server.link('reset')
}

describe('a teacher who has forgotten the password', () => {
  test('gets a link, sets a new one, is signed out everywhere, and the log has it', async () => {
    const token = await linkFor()
    expect(server.sent.map(({ to, unsubscribe }) => [to.address, unsubscribe])).toEqual([[ann.email, undefined]])
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await reset(token)).status).toBe(200)
    expect(await statusWith(ann.token)).toBe(401)
    expect([(await login(ann.email, ann.password)).status, (await login(ann.email, 'second-bell')).status]).toEqual([401, 200])
    const { rows } = await pool.query(`select act, actor_id, subject_id from audit_log where act = 'account.reset'`)
    expect(rows).toEqual([{ act: 'account.reset', actor_id: ann.userId, subject_id: ann.userId }])
    expect((await pool.query('select email_confirmed_at from users')).rows).toEqual([{ email_confirmed_at: clock() }])
  })

  test('can use a link once, even if its mail is retried afterwards', async () => {
    const token = await linkFor()
    expect((await reset(token)).status).toBe(200)
    await sendAll()
    expect((await reset(token, 'third-bell')).status).toBe(404)
    expect((await login(ann.email, 'second-bell')).status).toBe(200)
  })

  test('has an hour to use it', async () => {
    const token = await linkFor()
    setClock('2026-11-18T15:00:00Z')
    expect((await reset(token)).status).toBe(404)
    setClock('2026-11-18T14:59:59Z')
    expect((await reset(token)).status).toBe(200)
  })

  test('loses all other links with each new password', async () => {
    const first = await linkFor()
    const second = await linkFor()
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).status).toBe(404)
    const third = await linkFor()
    const { token } = (await login(ann.email, 'second-bell')).body
    const change = { currentPassword: 'second-bell', newPassword: 'third-bell' }
    await app.inject({ method: 'POST', url: '/api/auth/change-password', headers: { authorization: `Bearer ${token}` }, payload: change })
    expect((await reset(third)).status).toBe(404)
  })

  test('and only signs in with Google gets a mail that explains it, without a link', async () => {
    await pool.query(`update users set password_hash = null, google_id = 'g-1'`)
    await forgot(ann.email)
    await sendAll()
    expect(server.sent[0]?.subject).toBe('How to sign in to Firstbell')
    expect(server.sent[0]?.text).not.toContain('#reset=')
    expect((await pool.query('select * from password_resets')).rows).toEqual([])
  })

  test('and has replaced the password with Google since the mail can’t set one', async () => {
    const token = await linkFor()
    await pool.query(`update users set password_hash = null, google_id = 'g-1'`)
    expect((await reset(token)).status).toBe(404)
    expect((await pool.query('select password_hash from users')).rows).toEqual([{ password_hash: null }])
  })
})

describe('nobody can find out', () => {
  test('who has an account: response and work are the same', async () => {
    const [known, unknown] = [await forgot(ann.email), await forgot('nobody@school.example')]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const queued = await jobs()
    expect(queued.map(({ name }) => name)).toEqual(['send-password-link', 'send-password-link'])
    // The queued jobs must not reveal the address or the token.
    expect(JSON.stringify(queued)).not.toMatch(/@|school/)
    await sendAll()
    expect(server.sent).toHaveLength(1)
  })

  test('a token from the database', async () => {
    const token = await linkFor()
    const { rows } = await pool.query('select * from password_resets')
    expect(JSON.stringify([rows, await jobs()])).not.toContain(token)
    expect((await reset(rows[0].token_hash)).status).toBe(404)
  })
})

test('an address gets four links an hour, regardless of who asks and whether it has an account', async () => {
  for (const email of [ann.email, 'nobody@school.example']) {
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++) statuses.push((await forgot(email, `203.0.113.${turn}`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  }
  setClock('2026-11-18T14:16:00Z')
  expect((await forgot(ann.email)).status).toBe(200)
})

test('a link that isn’t sent within its hour is never sent', async () => {
  await forgot(ann.email)
  server.fails = 'away'
  const [{ payload }] = await jobs()
  await expect(doJob(sendPasswordLink, clock(), { services, payload })).rejects.toThrow()
  server.fails = undefined
  setClock('2026-11-18T15:30:00Z')
  await doJob(sendPasswordLink, clock(), { services, payload })
  expect(server.sent).toEqual([])
  await doJob(forgetPasswordLinks)
  expect((await pool.query('select * from password_resets')).rows).toEqual([])
})

test('of many who use one link at once, one sets the password', async () => {
  for (let round = 0; round < 5; round++) {
    const token = await linkFor()
    setClock(new Date(clock().getTime() + 3_600_000).toISOString())
    const fresh = await linkFor()
    expect(token).not.toBe(fresh)
    const words = Array.from({ length: 6 }, (_, index) => `new-bell-${round}-${index}`)
    const statuses = (await Promise.all(words.map((word) => reset(fresh, word)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(5)
    expect((await login(ann.email, words[statuses.indexOf(200)] ?? '')).status).toBe(200)
  }
}, 60_000)

test('a link used while the account is being deleted either works or is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, token } = await aTeacher(db, { now: clock() })
    const link = await linkFor(email)
    const deletion = app.inject({
      method: 'POST',
      url: '/api/user/delete',
      headers: { authorization: `Bearer ${token}` },
      payload: { confirmation: 'DELETE' },
    })
    const statuses = [(await reset(link)).status, (await deletion).statusCode]
    for (const status of statuses) expect([200, 401, 404, 422]).toContain(status)
  }
}, 60_000)
