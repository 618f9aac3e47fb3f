import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import { requireAccess } from '#server/lib/http/serve.ts'
import { refusals } from '#shared/errors.ts'
import { apiRoutesOf } from '#test/api-routes.ts'
import { app, call, clock, config, db, keys } from '#test/app.ts'
import { buildApp } from './app.ts'

const routes = apiRoutesOf(app)

describe('authorization', () => {
  test('every non-public call is refused without a token, before its body is read', async () => {
    const closed = routes.filter(({ access }) => access !== 'public')
    // One URL per noun, so that the test fails if routes are missing from the list.
    for (const url of ['/api/user', '/api/calendar', '/api/daily-templates', '/api/sub-plans', '/api/user/export'])
      expect(closed.map((route) => route.url)).toContainEqual(expect.stringContaining(url))
    for (const { method, url } of closed) {
      const reply = await call(method, url.replace(':id', 'nonsense'))
      expect([method, url, reply.status, reply.body.code]).toEqual([method, url, 401, 'not_signed_in'])
    }
  })

  test('a route without an access policy prevents the server from starting', () => {
    const bare = Fastify()
    requireAccess(bare, '/api/docs')
    expect(() => bare.get('/api/secrets', async () => 'all of them')).toThrow('/api/secrets has no access policy')
  })
})

describe('unknown addresses', () => {
  test.each(['GET', 'POST', 'DELETE'] as const)('%s of an unknown API path returns a JSON error', async (method) => {
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

test('HEAD requests are not routed to calls', async () => {
  const ann = await aTeacher(db, { now: clock() })
  for (const url of ['/api/calendar', '/api/user']) {
    const reply = await app.inject({ method: 'HEAD', url, headers: { authorization: `Bearer ${ann.token}` } })
    expect([url, reply.statusCode]).toEqual([url, 404])
  }
})

describe('every reply', () => {
  test('has the security headers, and API replies are never cached', async () => {
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

  test('every refusal code has a 4xx or 5xx status and a message', () => {
    for (const { status, message } of Object.values(refusals)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(message).toMatch(/^[A-Z]\S+( \S+)+$/)
    }
  })
})

describe('the status of a refusal matches its kind', () => {
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
    ['a day that is not a date', 'cannot be read', days('date=2026-02-30')],
    ['half a range', 'cannot be read', days('from=2026-11-18')],
    ['an invalid time', 'cannot be read', day({ ...block, startTime: '24:00' })],
    ['blocks that are not a list', 'cannot be read', ['POST', '/api/calendar', { date: '2026-11-18', blocks: 'all' }]],
    ['a lesson without a title', 'cannot be read', day({ ...block, title: undefined })],
    ['a title with a NUL in it', 'cannot be read', day({ ...block, title: 'a\0b' })],
    ['a version below zero', 'cannot be read', ['POST', '/api/calendar', { date: '2026-11-18', version: -1 }]],
    ['a range with nothing to set', 'cannot be read', bulk({})],
    ['no password at all', 'cannot be read', register({ password: undefined })],
    ['an invalid address', 'cannot be read', register({ email: 'maya' })],
    ['a read-only field', 'cannot be read', ['PATCH', '/api/user', { isAdmin: true }]],

    ['a title of 201 characters', 'is too long', day({ ...block, title: 'x'.repeat(201) })],
    ['a lesson of 200,001 characters', 'is too long', day({ ...block, description: 'x'.repeat(200_001) })],
    ['a lesson that sanitizing makes too long', 'is too long', day({ ...block, description: '<'.repeat(190_000) })],
    ['a password of 257 characters', 'is too long', register({ password: 'x'.repeat(257) })],
    ['a body of 3 MB', 'is too long', day({ ...block, description: 'x'.repeat(3_000_000) })],

    ['an end before the start', 'breaks a rule', day({ ...block, endTime: '07:00' })],
    ['an end at the start', 'breaks a rule', weekly([{ ...block, endTime: '08:00' }])],
    ['61 lessons on a day', 'breaks a rule', day(...Array.from({ length: 61 }, (_, at) => ({ ...block, id: `block_${at}` })))],
    ['two lessons with the same id', 'breaks a rule', day(block, block)],
    ['a blank title', 'breaks a rule', day({ ...block, title: '  ' })],
    ['a range that ends before it starts', 'breaks a rule', days('from=2026-11-18&to=2026-11-16')],
    ['401 days', 'breaks a rule', days('from=2026-01-01&to=2027-02-05')],
    ['the year 0', 'breaks a rule', days('date=0000-01-01')],
    ['an empty password', 'breaks a rule', register({ password: '' })],
    ['an unknown time zone', 'breaks a rule', register({ timezone: 'Mars/Olympus' })],
    ['a plan without dates', 'breaks a rule', plan([])],
    ['a date twice', 'breaks a rule', plan(['2026-11-18', '2026-11-18'])],

    ['a blank title and an invalid time', 'cannot be read', day({ ...block, title: ' ' }, { ...block, endTime: 'noon' })],
    ['a blank title and one that is too long', 'is too long', day({ ...block, title: ' ' }, { ...block, title: 'x'.repeat(201) })],
  ] as const)('%s %s', async (_what, kind, [method, url, body]) => {
    const { token } = await aTeacher(db, { now: clock() })
    const { status, code } = kinds[kind]
    expect(await call(method, url, { token, body })).toMatchObject({ status, body: { code, message: expect.any(String) } })
    expect((await call('GET', '/api/calendar', { token })).body).toEqual([])
  })
})

describe('health', () => {
  test('is ok while the database responds', async () => {
    expect(await call('GET', '/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

describe('a person who calls too often', () => {
  test('is throttled on all devices, while a colleague and a visitor at the same address are not', async () => {
    const strict = await buildApp({ db, keys, clock, logger: false, config: { ...config, rateLimitPerMinute: 3 } })
    const ann = await aTeacher(db, { now: clock() })
    const bob = await aTeacher(db, { now: clock() })
    const otherDevice = await startSession(db, { ...ann, userAgent: undefined, now: clock() })
    const statusFor = async (url: string, token?: string) =>
      (await strict.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode
    for (const token of [ann.token, otherDevice, ann.token]) expect(await statusFor('/api/user', token)).toBe(200)
    expect([await statusFor('/api/user', ann.token), await statusFor('/api/user', otherDevice)]).toEqual([429, 429])
    expect(await statusFor('/api/user', bob.token)).toBe(200)
    // Anonymous requests are rate-limited per network, with a limit high enough for an entire school.
    const visits: number[] = []
    for (let visit = 0; visit < 9; visit++) visits.push(await statusFor('/api/settings'))
    expect(visits).toEqual([...Array(8).fill(200), 429])
    await strict.close()
  })
})

test('unexpected errors are returned as broken, without internal details', async () => {
  const closed = { ...db, execute: () => Promise.reject(new Error('relation "secret" does not exist')) }
  const broken = await buildApp({ db: closed as unknown as typeof db, keys, config, clock, logger: false })
  const reply = await broken.inject('/api/health')
  expect([reply.statusCode, reply.json()]).toEqual([500, { code: 'broken', message: refusals.broken.message }])
  await broken.close()
})
