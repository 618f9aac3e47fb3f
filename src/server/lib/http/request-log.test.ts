import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { OneLinePerRequest, requestLog } from './request-log.ts'

test('a request is one line without its query, its headers or its body, and secrets are struck out wherever they are logged', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = Fastify({ logger: { ...requestLog('info'), stream }, logController: new OneLinePerRequest() })
  app.decorateRequest('actor', null)
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

test('an error is logged without what it carries of a lesson', async () => {
  const { serializers } = requestLog('info')
  const error = new Error('Failed query: insert into calendar_days\nparams: <p>a student note</p>')
  expect(JSON.stringify(serializers.err(error))).not.toContain('student note')
})
