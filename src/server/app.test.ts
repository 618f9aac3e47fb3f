import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { startSession } from '#server/features/accounts/sessions/actions.ts'
import { requireAccess } from '#server/lib/http/serve.ts'
import { refusals } from '#shared/errors.ts'
import { apiRoutesOf } from '#test/api-routes.ts'
import { app, call, clock, config, db, keys } from '#test/app.ts'
import { buildApp } from './app.ts'

const routes = apiRoutesOf(app)

describe('who may call what', () => {
  test('every call that is not public is refused without a token, before anything else of it is looked at', async () => {
    const closed = routes.filter(({ access }) => access !== 'public')
    // One URL per noun, so that missing routes are noticed.
    for (const url of ['/api/user', '/api/calendar', '/api/daily-templates', '/api/sub-plans', '/api/user/export'])
      expect(closed.map((route) => route.url)).toContainEqual(expect.stringContaining(url))
    for (const { method, url } of closed) {
      const reply = await call(method, url.replace(':id', 'nonsense'))
      expect([method, url, reply.status, reply.body.code]).toEqual([method, url, 401, 'not_signed_in'])
    }
  })

  test('a route that says nothing of who may call it stops the server from starting', () => {
    const bare = Fastify()
    requireAccess(bare, '/api/docs')
    expect(() => bare.get('/api/secrets', async () => 'all of them')).toThrow('/api/secrets has no access policy')
  })
})

describe('addresses that are not there', () => {
  test.each(['GET', 'POST', 'DELETE'] as const)('%s of an unknown API path answers a JSON error', async (method) => {
    expect(await call(method, '/api/nothing/here')).toMatchObject({
      status: 404,
      headers: { 'content-type': expect.stringContaining('application/json') },
      body: { code: 'not_found', message: expect.any(String) },
    })
  })

  test.each(['/api/%', '/api/calendar/%ff', `/api/calendar/${'x'.repeat(300)}`])('%s is refused, not broken', async (url) => {
    expect((await call('GET', url)).status).toBeLessThan(500)
  })
})

test('a HEAD of a call, which would do its work for nothing, is no call', async () => {
  const ann = await aTeacher(db, { now: clock() })
  for (const url of ['/api/calendar', '/api/user']) {
    const reply = await app.inject({ method: 'HEAD', url, headers: { authorization: `Bearer ${ann.token}` } })
    expect([url, reply.statusCode]).toEqual([url, 404])
  }
})

describe('what every reply carries', () => {
  test('the security headers, and no cache keeps what the API says', async () => {
    const { headers } = await call('GET', '/api/health')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('every code of the refusals table is a 4xx or 5xx with a sentence', () => {
    for (const { status, message } of Object.values(refusals)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(message).toMatch(/^[A-Z]\S+( \S+)+$/)
    }
  })
})

describe('a refusal says by its status what kind it is', () => {
  const block = { id: 'block_1', title: 'Math', startTime: '08:00', endTime: '08:45' }
  const day = (...blocks: object[]) => ['POST', '/api/calendar', { date: '2026-11-18', blocks }] as const
  const register = (body: object) => ['POST', '/api/auth/register', { email: 'maya@school.example', password: 'x', ...body }] as const
  const plan = (dates: unknown) => ['POST', '/api/sub-plans/generate', { dates }] as const
  const days = (search: string) => ['GET', `/api/calendar?${search}`, undefined] as const
  const bulk = (body: object) => ['POST', '/api/calendar/bulk', { from: '2026-11-18', to: '2026-11-20', ...body }] as const
  const weekly = (mondayBlocks: object[]) => ['POST', '/api/weekly-templates', { name: 'A week', mondayBlocks }] as const
  const kinds = {
    'cannot be read': { status: 400, code: 'malformed' },
    'is too long': { status: 413, code: 'too_large' },
    'breaks a rule': { status: 422, code: 'refused_by_rule' },
  }

  test.each([
    ['a day that is no date', 'cannot be read', days('date=2026-02-30')],
    ['half a range', 'cannot be read', days('from=2026-11-18')],
    ['a time that is no time', 'cannot be read', day({ ...block, startTime: '24:00' })],
    ['blocks that are no list', 'cannot be read', ['POST', '/api/calendar', { date: '2026-11-18', blocks: 'all' }]],
    ['a lesson without a title', 'cannot be read', day({ ...block, title: undefined })],
    ['a title with a NUL in it', 'cannot be read', day({ ...block, title: 'a\0b' })],
    ['a version below zero', 'cannot be read', ['POST', '/api/calendar', { date: '2026-11-18', version: -1 }]],
    ['a range with nothing to set', 'cannot be read', bulk({})],
    ['no password at all', 'cannot be read', register({ password: undefined })],
    ['an address that is none', 'cannot be read', register({ email: 'maya' })],
    ['a field that nobody may set', 'cannot be read', ['PATCH', '/api/user', { isAdmin: true }]],

    ['a title of 201 characters', 'is too long', day({ ...block, title: 'x'.repeat(201) })],
    ['a lesson of 200,001 characters', 'is too long', day({ ...block, description: 'x'.repeat(200_001) })],
    ['a lesson that cleaning makes too long', 'is too long', day({ ...block, description: '<'.repeat(190_000) })],
    ['a password of 257 characters', 'is too long', register({ password: 'x'.repeat(257) })],
    ['a body of 3 MB', 'is too long', day({ ...block, description: 'x'.repeat(3_000_000) })],

    ['an end before the start', 'breaks a rule', day({ ...block, endTime: '07:00' })],
    ['an end at the start', 'breaks a rule', weekly([{ ...block, endTime: '08:00' }])],
    ['61 lessons on a day', 'breaks a rule', day(...Array.from({ length: 61 }, (_, at) => ({ ...block, id: `block_${at}` })))],
    ['two lessons of one id', 'breaks a rule', day(block, block)],
    ['a title of blanks', 'breaks a rule', day({ ...block, title: '  ' })],
    ['a range that ends before it starts', 'breaks a rule', days('from=2026-11-18&to=2026-11-16')],
    ['401 days', 'breaks a rule', days('from=2026-01-01&to=2027-02-05')],
    ['the year 0', 'breaks a rule', days('date=0000-01-01')],
    ['an empty password', 'breaks a rule', register({ password: '' })],
    ['a zone nobody knows', 'breaks a rule', register({ timezone: 'Mars/Olympus' })],
    ['no date to plan for', 'breaks a rule', plan([])],
    ['a date twice', 'breaks a rule', plan(['2026-11-18', '2026-11-18'])],

    ['a title of blanks beside a time that is none', 'cannot be read', day({ ...block, title: ' ' }, { ...block, endTime: 'noon' })],
    ['a title of blanks beside one that is too long', 'is too long', day({ ...block, title: ' ' }, { ...block, title: 'x'.repeat(201) })],
  ] as const)('%s %s', async (_what, kind, [method, url, body]) => {
    const { token } = await aTeacher(db, { now: clock() })
    const { status, code } = kinds[kind]
    expect(await call(method, url, { token, body })).toMatchObject({ status, body: { code, message: expect.any(String) } })
    expect((await call('GET', '/api/calendar', { token })).body).toEqual([])
  })
})

describe('health', () => {
  test('says ok while the database answers', async () => {
    expect(await call('GET', '/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

describe('whoever calls too often', () => {
  test('waits, on all their devices; a colleague at the same address does not, nor does a visitor', async () => {
    const strict = await buildApp({ db, keys, clock, logger: false, config: { ...config, rateLimitPerMinute: 3 } })
    const ann = await aTeacher(db, { now: clock() })
    const bob = await aTeacher(db, { now: clock() })
    const otherDevice = await startSession(db, { ...ann, userAgent: undefined, now: clock() })
    const statusFor = async (url: string, token?: string) =>
      (await strict.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode
    for (const token of [ann.token, otherDevice, ann.token]) expect(await statusFor('/api/user', token)).toBe(200)
    expect([await statusFor('/api/user', ann.token), await statusFor('/api/user', otherDevice)]).toEqual([429, 429])
    expect(await statusFor('/api/user', bob.token)).toBe(200)
    // Anonymous callers are counted by network, with a limit high enough for a school.
    const visits: number[] = []
    for (let visit = 0; visit < 9; visit++) visits.push(await statusFor('/api/settings'))
    expect(visits).toEqual([...Array(8).fill(200), 429])
    await strict.close()
  })
})

test('what we did not expect is answered as broken, and says nothing of the inside', async () => {
  const closed = { ...db, execute: () => Promise.reject(new Error('relation "secret" does not exist')) }
  const broken = await buildApp({ db: closed as unknown as typeof db, keys, config, clock, logger: false })
  const reply = await broken.inject('/api/health')
  expect([reply.statusCode, reply.json()]).toEqual([500, { code: 'broken', message: refusals.broken.message }])
  await broken.close()
})
