/** Tests the contract features other than JSON (redirects, raw bodies and streams) on the real app, with calls defined here. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildApp } from '#server/app.ts'
import { makeDownloads } from '#server/features/export/links/actions.ts'
import type { Google } from '#server/lib/integrations/provider.ts'
import { makeSharedLimits } from '#server/lib/limits/shared-limits.ts'
import { type Contract, contract } from '#shared/endpoint.ts'
import { clock, config, db, keys } from '#test/app.ts'
import { serve } from './serve.ts'

const SECRET = 'between us'
const signatureOf = (body: Buffer | string) => createHmac('sha256', SECRET).update(body).digest('hex')
const Lesson = z.object({ title: z.string() })

const trial = contract({
  goOn: {
    method: 'GET',
    path: '/api/trial/go-on',
    access: 'public',
    summary: 'Leads to a page of ours.',
    description: 'Redirects.',
    query: z.object({ to: z.string() }),
    redirect: [],
  },
  signInThere: {
    method: 'GET',
    path: '/api/trial/sign-in',
    access: 'public',
    summary: 'Leads to Google.',
    description: 'Redirects.',
    query: z.object({ to: z.string() }),
    redirect: ['google'],
  },
  hear: {
    method: 'POST',
    path: '/api/trial/hear',
    access: 'public',
    summary: 'Hears a signed event.',
    description: 'Returns its lesson.',
    raw: true,
    reply: Lesson,
  },
  follow: {
    method: 'GET',
    path: '/api/trial/follow',
    access: 'public',
    summary: 'Tells of lessons as they are written.',
    description: 'Returns one event per lesson.',
    query: z.object({ count: z.coerce.number() }),
    stream: 'text/event-stream',
    reply: Lesson,
  },
}) satisfies Contract

const until = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'))
/** Number of streams that ended because their signal was aborted. */
let ended = 0

const openApp = async () => {
  const google = { origin: 'https://accounts.google.example' } as Google
  const services = { google }
  const app = await buildApp({ db, keys, clock, services, logger: false, config })
  const downloads = makeDownloads(db, clock, async () => undefined)
  serve(
    { app, db, clock, limits: makeSharedLimits(), services, identify: async () => undefined, downloads, once: (_call, run) => run() },
    trial,
    {
      goOn: async ({ query }) => ({ to: query.to }),
      signInThere: async ({ query }) => ({ to: query.to, at: 'google' as const }),
      hear: async ({ body, request }) => {
        const isTrue = signatureOf(body) === request.headers['x-signature']
        return { title: `${isTrue} ${body.length}` }
      },
      async follow({ query, signal }) {
        async function* lessons() {
          for (let number = 1; number <= query.count; number++) yield { title: `Lesson ${number}`, notes: 'for nobody else' }
          if (query.count > 2) await until(signal)
          ended++
        }
        return lessons()
      },
    },
  )
  return app
}
const app = await openApp()
afterAll(() => app.close())

describe('a redirect', () => {
  const goOn = (to: string, call = 'go-on') => app.inject({ url: `/api/trial/${call}?${new URLSearchParams({ to })}` })

  test.each([
    ['/auth/success?token=abc#top', '/auth/success?token=abc#top'],
    ['/', '/'],
    ['/dashboard?next=https://evil.example', '/dashboard?next=https://evil.example'],
    ['dashboard', '/dashboard'],
  ])('to %s leads to our own page', async (to, location) => {
    const reply = await goOn(to)
    expect([reply.statusCode, reply.headers['location'], reply.body]).toEqual([303, location, ''])
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '\t//evil.example',
    'javascript:alert(1)',
    'http://here.invalid:80@evil.example',
    'https://',
  ])('to %s, which leads to another site, is refused', async (to) => {
    const reply = await goOn(to)
    expect([reply.statusCode, reply.headers['location'], reply.json().code]).toEqual([400, undefined, 'malformed'])
  })

  test('leads only to the outside site that its call declares', async () => {
    const there = 'https://accounts.google.example/o/oauth2/auth?state=1'
    expect((await goOn(there, 'sign-in')).headers['location']).toBe(there)
    for (const to of ['https://accounts.google.example.evil.example/', 'http://accounts.google.example/', 'https://x@evil.example'])
      expect((await goOn(to, 'sign-in')).statusCode).toBe(400)
    expect((await goOn(there)).statusCode).toBe(400)
  })

  test('has the security headers and is not cached', async () => {
    expect((await goOn('/')).headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })
})

describe('a signed body', () => {
  const hear = (payload: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.inject({ method: 'POST', url: '/api/trial/hear', payload, headers: { ...headers, 'x-signature': signatureOf(payload) } })

  test.each([
    ['JSON with unusual whitespace', '{ "a":1,\n"a": 2 }', undefined],
    ['invalid JSON', '{"a":', undefined],
    ['JSON that could reach the prototype', '{"__proto__":1}', undefined],
    ['binary data', Buffer.from([0, 255, 13, 10, 128]), { 'content-type': 'application/octet-stream' }],
    ['a body without a type', 'hello', {}],
    ['a body of an unknown type', 'hello', { 'content-type': 'zz/planted' }],
  ])('arrives exactly as sent: %s', async (_, payload, headers) => {
    const reply = await hear(payload, headers)
    expect([reply.statusCode, reply.json()]).toEqual([200, { title: `true ${payload.length}` }])
  })

  test('may be empty', async () => {
    expect((await hear('')).json()).toEqual({ title: 'true 0' })
    expect((await hear('', {})).json()).toEqual({ title: 'true 0' })
  })

  test('is limited to 512 kB, and must not be compressed', async () => {
    expect((await hear(Buffer.alloc(512 * 1024))).statusCode).toBe(200)
    expect((await hear(Buffer.alloc(512 * 1024 + 1))).json().code).toBe('too_large')
    expect((await hear('x', { 'content-encoding': 'gzip' })).json().code).toBe('unsupported_type')
  })

  test('changes nothing for other calls, which accept only JSON', async () => {
    const login = (payload: string, type: string) =>
      app.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': type } })
    expect((await login('<a/>', 'application/xml')).json().code).toBe('unsupported_type')
    expect((await login('{"a":', 'application/json')).json().code).toBe('malformed')
  })
})

describe('a stream', () => {
  test('sends each event with only the fields in the contract', async () => {
    const reply = await app.inject({ url: '/api/trial/follow?count=2', headers: { 'accept-encoding': 'br, gzip' } })
    expect(reply.body).toBe('data: {"title":"Lesson 1"}\n\ndata: {"title":"Lesson 2"}\n\n')
    expect(reply.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  const opened = async (of: typeof app): Promise<{ reply: IncomingMessage; first: string }> => {
    const { port } = of.server.address() as AddressInfo
    const request = get({ port, path: '/api/trial/follow?count=3', headers: { 'accept-encoding': 'br, gzip' } })
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    const [first] = await once(reply, 'data')
    reply.on('error', () => undefined)
    return { reply, first: String(first) }
  }

  test('sends events as they happen, and ends when the client disconnects or the server stops', async () => {
    const own = await openApp()
    await own.listen({ port: 0, host: '127.0.0.1' })
    ended = 0
    const left = await opened(own)
    expect(left.first).toContain('Lesson 1')
    left.reply.destroy()
    await expect.poll(() => ended).toBe(1)

    const { reply } = await opened(own)
    reply.resume()
    const done = once(reply, 'end')
    await own.close()
    await done
    expect(ended).toBe(2)
  })

  test('that begins while the server stops ends immediately', async () => {
    const own = await openApp()
    const isStopping = new Promise<void>((resolve) => own.addHook('preClose', async () => resolve()))
    own.addHook('onRequest', () => isStopping)
    await own.listen({ port: 0, host: '127.0.0.1' })
    ended = 0
    const opening = opened(own)
    await once(own.server, 'request')
    const closing = own.close()
    await expect.poll(() => ended).toBe(1)
    ;(await opening).reply.resume()
    await closing
  })
})

test('the API page describes all three', async () => {
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json()
  const { 200: done, 303: leadsOn } = paths['/api/trial/go-on'].get.responses
  expect([done, leadsOn.description]).toEqual([undefined, expect.stringContaining('Location')])
  expect(paths['/api/trial/follow'].get.responses['200'].content['text/event-stream']).toBeDefined()
  expect(paths['/api/trial/hear'].post).toMatchObject({ requestBody: { content: { '*/*': {} } }, responses: { 200: {} } })
})
