import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
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
