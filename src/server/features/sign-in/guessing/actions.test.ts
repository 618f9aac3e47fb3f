import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aSchool, aTeacher, quickPasswords } from '#server/features/accounts/samples.ts'
import { app, call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { forgetSignInAttempts } from './jobs.ts'

const START = Date.parse('2026-11-18T14:00:00Z')
const minutesLater = (minutes: number) => setClock(new Date(START + minutes * 60_000).toISOString())

/** For tests with hundreds of attempts. Skips the cost of real password hashes. */
const quickApp = await buildApp({ db, keys, clock, logger: false, config, passwords: quickPasswords })
afterAll(() => quickApp.close())

type From = { from?: string | undefined; cookie?: string | undefined; by?: typeof app }
const login = async (email: string, password: string, { from = '203.0.113.1', cookie, by = app }: From = {}) => {
  const reply = await by.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: from,
    headers: cookie ? { cookie } : {},
    payload: { email, password },
  })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json(),
    cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0],
  }
}
const quickLogin = (email: string, password: string, given: From = {}) => login(email, password, { ...given, by: quickApp })
const statusesOf = async (tries: Promise<{ status: number }>[]) => (await Promise.all(tries)).map(({ status }) => status)
const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length
const address = (number: number) => `198.51.100.${number}`

describe('an attack on one account', () => {
  test('from fifty addresses gets at most thirty guesses in 15 minutes, while the owner signs in on the first attempt', async () => {
    const ann = await aTeacher(db)
    const { cookie } = await quickLogin(ann.email, ann.password, { from: address(200) })
    const statuses: number[] = []
    for (let minute = 0; minute < 15; minute++) {
      minutesLater(minute)
      statuses.push(
        ...(await statusesOf(Array.from({ length: 50 }, (_, each) => quickLogin(ann.email, `guess ${minute}`, { from: address(each) })))),
      )
      // Ann can sign in from home, and even from an attacker's address, because her browser is known.
      expect((await quickLogin(ann.email, ann.password, { from: address(minute % 2 ? 200 : 1), cookie })).status).toBe(200)
    }
    expect(count(statuses, 401)).toBeLessThanOrEqual(30)
    expect(count(statuses, 401) + count(statuses, 429)).toBe(15 * 50)
  })

  test('from one address doesn’t use up the attempts of other addresses', async () => {
    const ann = await aTeacher(db)
    const statuses = await statusesOf(Array.from({ length: 30 }, () => login(ann.email, 'guess')))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([8, 22])
    expect((await login(ann.email, ann.password, { from: '203.0.113.2' })).status).toBe(200)
  })

  test('from many addresses of one IPv6 customer counts as one', async () => {
    const ann = await aTeacher(db)
    const statuses = await statusesOf(Array.from({ length: 12 }, (_, each) => login(ann.email, 'guess', { from: `2001:db8::${each + 1}` })))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([8, 4])
  })

  test('with a known browser’s cookie is limited too', async () => {
    const ann = await aTeacher(db)
    const { cookie } = await login(ann.email, ann.password)
    const statuses = await statusesOf(Array.from({ length: 20 }, (_, each) => login(ann.email, 'guess', { from: address(each), cookie })))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([15, 5])
  })

  test('reports when to try again, and attempts become available one by one', async () => {
    const ann = await aTeacher(db)
    await Promise.all(Array.from({ length: 8 }, () => login(ann.email, 'guess')))
    const refused = await login(ann.email, ann.password)
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '113' },
      body: { code: 'too_many', message: 'Too many attempts. Try again in 2 minutes.' },
    })
    minutesLater(1.9)
    expect((await login(ann.email, ann.password)).status).toBe(200)
    expect((await login(ann.email, 'guess')).status).toBe(401)
    expect((await login(ann.email, 'guess')).status).toBe(429)
  })
})

test('a hundred concurrent guesses at several accounts from one address all get a response', { tags: ['engine'] }, async () => {
  const { names, password } = await aSchool(db, { teachers: 4, now: clock() })
  const statuses = await statusesOf(Array.from({ length: 100 }, (_, each) => login(names[each % 4] ?? '', each % 10 ? 'guess' : password)))
  expect(new Set(statuses)).toEqual(new Set([200, 401, 429]))
})

describe('a teacher', () => {
  test('who mistyped can sign in with the right password immediately', async () => {
    const ann = await aTeacher(db)
    for (const typed of ['frist-bell', 'firstbell', ann.password]) {
      const { status } = await login(ann.email, typed)
      expect(status).toBe(typed === ann.password ? 200 : 401)
    }
  })

  test('can sign in on two devices at the same moment, twenty times', { tags: ['engine'] }, async () => {
    const ann = await aTeacher(db)
    for (let round = 0; round < 20; round++)
      expect(await statusesOf([login(ann.email, ann.password), login(ann.email, ann.password)])).toEqual([200, 200])
  })

  test('over HTTPS, gets a device cookie that a page without HTTPS can’t replace', async () => {
    const { email, password } = await aTeacher(db)
    const secure = await buildApp({ db, keys, clock, logger: false, config: { ...config, isHttps: true } })
    const send = (cookie: string) =>
      secure.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, headers: { cookie } })
    const set = String((await send('')).headers['set-cookie'])
    expect(set).toMatch(/^__Secure-firstbell_device=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Lax$/)
    const [cookie = ''] = set.split(';')
    expect((await send(cookie)).headers['set-cookie']).toContain(cookie)
    // A browser that version 0.1.0 knew stays known.
    expect((await send(cookie.replace('__Secure-', ''))).headers['set-cookie']).toContain(cookie)
    const another = cookie.slice(0, -43) + 'x'.repeat(43)
    expect((await send(`${another.replace('__Secure-', '')}; ${cookie}`)).headers['set-cookie']).toContain(cookie)
    await secure.close()
  })

  test('gets a device cookie that is only sent to the sign-in calls and stored nowhere else', async () => {
    const ann = await aTeacher(db)
    const { headers, cookie } = await login(ann.email, ann.password)
    expect(headers['set-cookie']).toMatch(/^firstbell_device=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    expect((await login(ann.email, ann.password, { cookie })).cookie).toBe(cookie)
    expect((await login(ann.email, 'guess')).headers['set-cookie']).toBeUndefined()
    const { rows } = await pool.query('select device_hash from known_devices')
    expect(rows).toHaveLength(1)
    expect(cookie).not.toContain(rows[0].device_hash)
  })

  test('who changes the password makes other browsers unknown again', async () => {
    const ann = await aTeacher(db)
    const thief = await login(ann.email, ann.password, { from: address(1) })
    const own = await login(ann.email, ann.password)
    const headers = { cookie: own.cookie ?? '' }
    const body = { currentPassword: ann.password, newPassword: 'second bell' }
    expect((await call('POST', '/api/auth/change-password', { token: ann.token, headers, body })).status).toBe(200)
    const guesses = (cookie: string | undefined) =>
      statusesOf(Array.from({ length: 15 }, () => login(ann.email, 'guess', { from: address(1), cookie })))
    expect(count(await guesses(thief.cookie), 401)).toBe(8)
    expect(count(await guesses(own.cookie), 401)).toBe(15)
  })
})

describe('a school of 300 behind one address', () => {
  test('isn’t locked out by ordinary typos at first bell', async () => {
    const { names, password } = await aSchool(db, { teachers: 300, now: clock() })
    let refused = 0
    for (const [number, email] of names.entries()) {
      minutesLater(number / 30)
      // One in four teachers mistypes once, one in ten three times.
      const typos = (number % 4 === 0 ? 1 : 0) + (number % 10 === 0 ? 3 : 0)
      for (let typo = 0; typo < typos; typo++) if ((await quickLogin(email, 'typo')).status !== 401) refused++
      if ((await quickLogin(email, password)).status !== 200) refused++
    }
    expect(refused).toBe(0)
  })

  test('isn’t locked out by guesses at made-up accounts, which keep getting the same response', async () => {
    const ann = await aTeacher(db)
    const statuses: number[] = []
    for (let round = 0; round < 10; round++)
      statuses.push(
        ...(await statusesOf(Array.from({ length: 40 }, (_, each) => quickLogin(`nobody-${round}-${each}@school.example`, 'guess')))),
      )
    expect(count(statuses, 401)).toBe(400)
    expect((await quickLogin(ann.email, ann.password)).status).toBe(200)
  })

  test('is slowed if someone there tries one password on every colleague, but known browsers keep working', async () => {
    const { names, password } = await aSchool(db, { teachers: 320, now: clock() })
    const [ann = ''] = names
    const { cookie } = await quickLogin(ann, password)
    const statuses: number[] = []
    for (const email of names) statuses.push((await quickLogin(email, 'Password1')).status)
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([300, 20])
    expect((await quickLogin(ann, password, { cookie })).status).toBe(200)
    expect((await quickLogin('nobody@school.example', 'guess')).status).toBe(429)
  })
})

describe('what an attacker can find out', () => {
  test('known and unknown addresses get identical responses, attempt after attempt', async () => {
    const ann = await aTeacher(db)
    const answers = async (email: string) => {
      const seen: unknown[] = []
      for (let guess = 0; guess < 10; guess++) {
        const { status, body, headers } = await login(email, 'guess')
        seen.push({ status, body, names: Object.keys(headers), retry: headers['retry-after'] })
      }
      return seen
    }
    expect(await answers('nobody@school.example')).toEqual(await answers(ann.email))
  })

  // Counts hash comparisons instead of measuring time, which would depend on the machine's load.
  test('both cost one comparison with a hash of the same cost', async () => {
    const ann = await aTeacher(db)
    const compared: unknown[] = []
    vi.resetModules()
    vi.doMock('@node-rs/argon2', async (importOriginal) => {
      const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
      const verify: typeof argon2.verify = (hashed, ...rest) => {
        compared.push(String(hashed).split('$').slice(0, 4))
        return argon2.verify(hashed, ...rest)
      }
      return { ...argon2, verify }
    })
    const { makePasswords } = await import('#server/lib/passwords/passwords.ts')
    vi.doUnmock('@node-rs/argon2')
    const counted = await buildApp({ db, keys, clock, logger: false, config, passwords: makePasswords(config.hashCost) })
    for (const email of [ann.email, 'nobody@school.example']) expect((await login(email, 'guess', { by: counted })).status).toBe(401)
    await counted.close()
    const cost = ['', 'argon2id', 'v=19', `m=${config.hashCost.memoryKiB},t=${config.hashCost.passes},p=1`]
    expect(compared).toEqual([cost, cost])
  })
})

describe('new accounts from one network', () => {
  const register = (usual: typeof app, number: number) =>
    usual.inject({ method: 'POST', url: '/api/auth/register', payload: { email: `new-${number}@school.example`, password: 'x' } })

  test('are allowed in bursts of sixty, enough for a school of 300 in one afternoon', async () => {
    const usual = await buildApp({
      db,
      keys,
      clock,
      logger: false,
      config: { ...config, rateLimitPerMinute: 1200 },
      passwords: quickPasswords,
    })
    const statuses = (await Promise.all(Array.from({ length: 65 }, (_, number) => register(usual, number)))).map(
      ({ statusCode }) => statusCode,
    )
    expect([count(statuses, 201), count(statuses, 429)]).toEqual([60, 5])
    minutesLater(9)
    const next = (await Promise.all(Array.from({ length: 60 }, (_, number) => register(usual, 100 + number)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(count(next, 201)).toBe(60)
    await usual.close()
  })
})

test('counters contain no email addresses and are deleted with the account, or after an hour', async () => {
  const ann = await aTeacher(db)
  const other = await aTeacher(db)
  const { cookie } = await login(ann.email, ann.password)
  await login(ann.email, 'typo')
  await login(ann.email, 'typo', { cookie })
  await login(other.email, 'typo')
  const kept = async () => JSON.stringify((await db.execute(sql`select * from limits where key not like 'mail %'`)).rows)
  expect(await kept()).not.toContain(ann.email)
  expect(JSON.parse(await kept())).toHaveLength(6)
  expect((await call('POST', '/api/user/delete', { token: ann.token, body: { confirmation: 'DELETE' } })).status).toBe(200)
  // Three buckets remain for the other teacher: pair, account and network.
  expect(JSON.parse(await kept())).toHaveLength(3)
  minutesLater(61)
  await doJob(forgetSignInAttempts)
  expect(JSON.parse(await kept())).toEqual([])
})
