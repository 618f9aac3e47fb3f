import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { clock, config, db, keys } from '#test/app.ts'
import { OneLinePerRequest, requestLog } from './request-log.ts'

const aLoggingApp = () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = Fastify({ logger: { ...requestLog('info'), stream }, logController: new OneLinePerRequest() })
  app.decorateRequest('actor', null)
  return { app, lines }
}

test('a request is logged in one line without query, headers or body, and secrets are redacted everywhere', async () => {
  const { app, lines } = aLoggingApp()
  app.post('/login', async (request) => {
    request.log.info({ body: request.body, headers: request.headers, token: 's3cret' }, 'carelessly logged')
    return 'ok'
  })
  await app.inject({
    method: 'POST',
    url: '/login?token=s3cret',
    headers: { authorization: 'Bearer s3cret' },
    payload: { password: 's3cret' },
  })
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain('s3cret')
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ msg: 'request', req: { method: 'POST', path: '/login' }, status: 200 })
})

test("addresses are logged as route patterns, so that they don't identify people", async () => {
  const { app, lines } = aLoggingApp()
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send())
  app.get('/api/user/by-email/:email', async () => 'ok')
  for (const url of ['/api/user/by-email/ann@school.example', '/%61pi/user/by-email/ann@school.example', '/api/users/ann@school.example'])
    await app.inject({ url })
  expect(lines.map((line) => JSON.parse(line).req.path)).toEqual(['/api/user/by-email/:email', '/api/user/by-email/:email', '(none)'])
})

test('an error is logged without any lesson content', async () => {
  const { serializers } = requestLog('info')
  const error = new Error('Failed query: insert into calendar_days\nparams: <p>a student note</p>')
  expect(JSON.stringify(serializers.err(error))).not.toContain('student note')
})

describe('in the log of a server behind a proxy', () => {
  const logged = async (remoteAddress: string, headers: Record<string, string>) => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    const behind = { ...config, trustedProxies: ['10.0.0.0/8'] }
    const app = await buildApp({ db, keys, clock, config: behind, logger: { ...requestLog('info'), stream } })
    await app.inject({ url: '/api/admin/users/1/25', remoteAddress, headers })
    await app.close()
    return lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request')
  }

  test('a refused call has its user', async () => {
    const { userId, token } = await aTeacher(db, { now: clock() })
    expect(await logged('10.0.0.2', { authorization: `Bearer ${token}` })).toMatchObject({ status: 403, user: userId })
  })

  test.each([
    ['of the caller, as the proxy says', '10.0.0.2', '203.0.113.7'],
    ['of a caller who goes around the proxy, whatever they say', '192.0.2.1', '192.0.2.1'],
  ])('the address is that %s', async (_, from, ip) => {
    // The proxy adds the address that it sees to what the caller sent.
    expect((await logged(from, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).req.ip).toBe(ip)
  })
})
