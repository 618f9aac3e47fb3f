import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { clock, config, db, keys, setClock } from '#test/app.ts'
import { requireFairUse } from './fair-use.ts'

const usual = await buildApp({ db, keys, clock, logger: false, config: { ...config, rateLimitPerMinute: 1200 } })
beforeAll(() => usual.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => usual.close())

/** Sends bytes on a socket. Resolves to the data received until the server closes the socket or `lasts` milliseconds have passed. */
const say = async (bytes: string, lasts = 2000): Promise<string> => {
  const socket = connect((usual.server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  socket.write(bytes)
  const timer = setTimeout(() => socket.destroy(), lasts)
  await once(socket, 'close')
  clearTimeout(timer)
  return heard
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('a caller with many requests', () => {
  test('is refused beyond two dozen concurrent calls, but not afterward', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const read = async () => (await usual.inject({ url: '/api/calendar', headers: bearer(ann.token) })).statusCode
    const statuses = await Promise.all(Array.from({ length: 40 }, read))
    // A call that ends while others are still arriving frees a slot for another call.
    const answered = statuses.filter((status) => status === 200).length
    expect(answered).toBeGreaterThanOrEqual(24)
    expect(answered).toBeLessThan(40)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - answered)
    expect(await read()).toBe(200)
  })

  test('gets no further stream with two dozen open pages, but can make all other calls', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const headers = bearer(ann.token)
    const follow = () => usual.inject({ url: '/api/live', headers, payloadAsStream: true })
    const streams = await Promise.all(Array.from({ length: 24 }, follow))
    const [oneMore, read] = [await follow(), await usual.inject({ url: '/api/calendar', headers })]
    expect([oneMore.statusCode, read.statusCode]).toEqual([429, 200])
    for (const stream of streams) stream.stream().destroy()
  })

  test('can make the next call after disconnecting early', async () => {
    const ann = await aTeacher(db, { now: clock() })
    for (let call = 0; call < 40; call++) {
      const socket = connect((usual.server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`GET /api/calendar HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\n\r\n`)
      await once(usual.server, 'request')
      socket.destroy()
    }
    const read = async () => (await usual.inject({ url: '/api/calendar', headers: bearer(ann.token) })).statusCode
    await expect.poll(read).toBe(200)
  })

  test('is refused after sending more than a teacher could write, and admitted again later', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const text = 'Fractions '.repeat(19_000)
    const blocks = Array.from({ length: 10 }, (_, order) => aBlock({ id: `block_${order}`, description: text }))
    const save = async () =>
      (await usual.inject({ method: 'POST', url: '/api/calendar', headers: bearer(ann.token), payload: { date: '2026-11-18', blocks } }))
        .statusCode
    const statuses: number[] = []
    for (let time = 0; time < 18; time++) statuses.push(await save())
    expect(statuses.slice(0, 17)).not.toContain(429)
    expect(statuses[17]).toBe(429)
    setClock('2026-11-18T14:01:00Z')
    expect(await save()).not.toBe(429)
  })
})

describe('a connection', () => {
  test('is closed when idle, even while a reply is unread', async () => {
    // The usual timeout is too long for this test. For the later tests, 400 ms would be too short on a busy machine.
    const { timeout } = usual.server
    usual.server.setTimeout(400)
    const ann = await aTeacher(db, { now: clock() })
    const description = 'Fractions '.repeat(19_000)
    for (let day = 10; day < 20; day++)
      await aDay(db, {
        owner: ann.userId,
        date: `2026-11-${day}`,
        blocks: Array.from({ length: 4 }, (_, id) => aBlock({ id: `b${id}`, description })),
      })
    const socket = connect({ port: (usual.server.address() as AddressInfo).port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(`GET /api/calendar HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\n\r\n`)
    const [connection] = (await once(usual.server, 'connection')) as [import('node:net').Socket]
    await expect.poll(() => connection.destroyed).toBe(true)
    socket.destroy()
    usual.server.setTimeout(timeout)
  })

  test('stays open while the server works on a long request', async () => {
    const slow = Fastify({ connectionTimeout: 200 })
    await requireFairUse(slow, { callsPerMinute: 1200, clock })
    slow.post('/slow', async () => {
      await pause(1200)
      return { isDone: true }
    })
    slow.get('/slow-file', async (_request, reply) => {
      async function* pieces() {
        yield 'one '
        await pause(1200)
        yield 'two'
      }
      return reply.send(Readable.from(pieces()))
    })
    const origin = await slow.listen({ port: 0, host: '127.0.0.1' })
    const saved = await fetch(`${origin}/slow`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect(await saved.json()).toEqual({ isDone: true })
    expect(await (await fetch(`${origin}/slow-file`)).text()).toBe('one two')
    await slow.close()
  })

  test.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 400, 'malformed'],
    [
      'two lengths, which a proxy may read differently',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed',
    ],
    ['endless headers', `GET /api/user HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
  ])('with %s gets an error in our own format', async (_, bytes, status, code) => {
    const heard = await say(bytes)
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code, message: expect.any(String) })
  })
})

test('a compressed body is refused before it is decompressed', async () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'nonsense']) {
    const headers = { 'content-encoding': encoding, 'content-type': 'application/json' }
    const reply = await usual.inject({ method: 'POST', url: '/api/auth/login', headers, payload: Buffer.alloc(100) })
    expect([encoding, reply.statusCode, reply.json().code]).toEqual([encoding, 415, 'unsupported_type'])
  }
})

test.each(['/%61pi/user', '/a%70i/settings', '/%61%70%69/nothing', '/api/nothing'])('the reply at %s is never cached', async (url) => {
  const { headers } = await usual.inject(url)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': expect.stringContaining("default-src 'none'") })
})

test('the API page runs and loads only our own files', async () => {
  const policy = String((await usual.inject('/api/docs/')).headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:|upgrade-insecure|swagger/)
})
