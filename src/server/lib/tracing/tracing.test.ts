// @module-tag engine
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { quickPasswords } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { startCollector } from '#test/collector.ts'
import { openTestDatabase } from '#test/database.ts'
import { traceJobs } from './traced-jobs.ts'
import type { Tracing } from './tracing.ts'
import { openWantedTracing } from './wanted-tracing.ts'

const log = vi.fn()
let tracing: Tracing | undefined
let collector: Awaited<ReturnType<typeof startCollector>>

/** Opens tracing to a collector, with more settings. */
const open = async (settings: Record<string, string> = {}, answer?: (response: ServerResponse) => void): Promise<Tracing> => {
  collector = await startCollector(answer)
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, ...settings }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  tracing = await openWantedTracing(variables, '1.2.3', log)
  if (!tracing) throw new Error('Tracing is off')
  const { close } = tracing
  // The stand-in answers in time, however busy the machine is.
  return { ...tracing, close: (mostMs = 30_000) => close(mostMs) }
}

const opened = (): Tracing => {
  if (!tracing) throw new Error('Open tracing first')
  return tracing
}
const { pool, db, close } = await openTestDatabase({ traceQuery: (nameOf) => tracing?.traceQuery(nameOf) })
const now = new Date()
const app = await buildApp({
  db,
  keys: makeKeyRing(newKey()),
  passwords: quickPasswords,
  // Doesn't advance, so that what a call finds cached doesn't depend on the time of the test.
  clock: () => now,
  logger: false,
  config: {
    contactEmail: 'hello@school.example',
    publicAddress: undefined,
    signUp: { mode: 'open' },
    passwordMinLength: 0,
    hashCost: { memoryKiB: 19_456, passes: 2 },
    rateLimitPerMinute: 100_000,
    trustedProxies: [],
    isHttps: false,
    isFree: false,
    isAiForEverybody: false,
    metricsToken: undefined,
    quota: { lessons: 1e8, history: 1e8 },
  },
  tracing: {
    startCall: (call) => opened().startCall(call),
    traceQuery: (nameOf) => opened().traceQuery(nameOf),
    traceJob: (name, work) => opened().traceJob(name, work),
    close: () => opened().close(),
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

const call = async (method: string, path: string, { token, body, headers }: { token?: string; body?: object; headers?: object } = {}) => {
  const reply = await fetch(origin + path, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}

let people = 0
const signUp = async (): Promise<string> => {
  const { body } = await call('POST', '/api/auth/register', { body: { email: `maya-${++people}@school.example`, password: 'pa55-w0rd' } })
  return body.token
}

/** Returns the names of the calls, each with the names of its queries in order. Leaves out notices, which a timer sends a moment later. */
const traces = () =>
  collector.spans
    .filter(({ kind }) => kind === 2)
    .map(({ name, spanId, traceId }) => ({
      name,
      queries: collector.spans
        .filter((span) => span.parentSpanId === spanId && span.traceId === traceId)
        .map((span) => span.name)
        .filter((query) => query !== 'select'),
    }))

beforeEach(() => {
  log.mockReset()
})
afterEach(async () => {
  await tracing?.close(0)
  tracing = undefined
  await collector?.close()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  tracing = await openWantedTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER: 'always_off' }, '1', log)
  await app.close()
  await close()
})

test('a call is traced with its route, status and queries, and nothing that a person wrote or that identifies them', async () => {
  const { close } = await open({ OTEL_SERVICE_NAME: 'planner', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging' })
  const token = await signUp()
  const { body: user } = await call('GET', '/api/user', { token, headers: { 'x-request-id': 'proxy-request-42' } })
  const day = { date: '2026-09-01', blocks: [aBlock({ id: 'block_secret', title: 'Fractions', description: '<p>Jo needs glasses</p>' })] }
  expect((await call('POST', '/api/calendar', { token, body: day })).status).toBe(201)
  expect((await call('GET', '/api/user/by-email/jo@school.example?secret=hidden', { token })).status).toBe(404)
  await close()

  expect(collector.problems).toEqual([])
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'planner',
    'service.version': '1.2.3',
    'deployment.environment.name': 'staging',
  })
  const me = collector.spans.find((span) => span.attributes['firstbell.request_id'] === 'proxy-request-42')
  expect(me).toMatchObject({
    name: 'GET /api/user',
    kind: 2,
    attributes: { 'http.request.method': 'GET', 'http.route': '/api/user', 'http.response.status_code': 200, 'firstbell.call': 'me' },
    status: { code: 0 },
  })
  const query = collector.spans.find(({ parentSpanId }) => parentSpanId === me?.spanId)
  expect(query).toMatchObject({
    kind: 3,
    traceId: me?.traceId,
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': query?.name },
  })
  expect(query?.name).toMatch(/^select sessions/)
  const [saved] = traces().filter(({ name }) => name === 'POST /api/calendar')
  expect(saved?.queries).toEqual(expect.arrayContaining(['begin', expect.stringMatching(/^(?:insert|with) ?.*calendar_days/), 'commit']))
  expect(traces().map(({ name }) => name)).toContain('GET /api/user/by-email/:email')
  for (const secret of [
    token,
    user.id,
    'maya',
    '@',
    'pa55-w0rd',
    'Fractions',
    'glasses',
    'block_secret',
    '2026-09-01',
    'hidden',
    '127.0.0.1',
  ])
    expect(collector.received(), secret).not.toContain(secret)
})

test('calls at the same time are traced with their own queries, also after they have read a long body', async () => {
  const { close } = await open()
  const token = await signUp()
  const lesson = aBlock({ description: `<p>${'Fractions '.repeat(15_000)}</p>` })
  const kinds = [
    () => call('GET', '/api/user', { token }),
    () => call('GET', '/api/daily-templates', { token }),
    (place: number) => call('POST', '/api/calendar', { token, body: { date: `2026-10-${place}`, blocks: [lesson] } }),
  ]
  // The first round fills caches.
  for (const place of [10, 11]) for (const ask of kinds) expect((await ask(place)).status).toBeLessThan(202)
  await Promise.all(Array.from({ length: 6 }, (_, round) => kinds.map((ask) => ask(12 + round))).flat())
  await close()
  for (const name of ['GET /api/user', 'GET /api/daily-templates', 'POST /api/calendar']) {
    const [, alone, ...together] = traces().filter((trace) => trace.name === name)
    expect(alone?.queries.length).toBeGreaterThan(1)
    expect(together).toEqual(Array.from({ length: 6 }, () => alone))
  }
  expect(traces().find(({ name }) => name === 'POST /api/calendar')?.queries).toContain('commit')
})

test('a query that waits for a connection is traced with its own job', async () => {
  const { close, traceJob } = await open()
  // More than there are connections.
  const tables = Array.from({ length: 30 }, (_, place) => (place % 2 ? 'users' : 'schools'))
  await Promise.all(tables.map((table) => traceJob(table, async () => void (await pool.query(`select from ${table}`)))))
  await Promise.all(
    tables.map((table) => traceJob(table, () => db.transaction(async (tx) => void (await tx.execute(`select from ${table}`))))),
  )
  await close()
  const traced = collector.spans
    .filter(({ attributes }) => attributes['firstbell.job'] !== undefined)
    .map(({ name, spanId }) => ({ name, queries: collector.spans.filter((span) => span.parentSpanId === spanId).map((span) => span.name) }))
  expect(traced).toHaveLength(60)
  for (const { name, queries } of traced) expect([`select ${name}`, `begin, select ${name}, commit`]).toContain(queries.join(', '))
})

test('strangers can’t decide by a header whether they are traced, or in which trace', async () => {
  const { close } = await open()
  await call('GET', '/api/health', { headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' } })
  await close()
  expect(traces().map(({ name }) => name)).toEqual(['GET /api/health'])
  expect(collector.received()).not.toContain('0af7651916cd43dd8448eb211c80319c')
  expect(collector.spans.find(({ kind }) => kind === 2)?.parentSpanId).toBeUndefined()
})

test('a job is traced with its queries, a failed query by its code', async () => {
  const { close } = await open()
  const jobs = traceJobs({ 'forget-it': { run: async () => void (await pool.query("select 'a name' from nothing")) } }, opened())
  await expect(jobs['forget-it']?.run({} as never)).rejects.toThrow('nothing')
  await close()
  const [query, job] = collector.spans
  expect(job).toMatchObject({ name: 'forget-it', attributes: { 'firstbell.job': 'forget-it', 'error.type': 'error' }, status: { code: 2 } })
  expect(query).toMatchObject({
    name: 'select nothing',
    parentSpanId: job?.spanId,
    attributes: { 'error.type': '42P01' },
    status: { code: 2 },
  })
  expect(collector.received()).not.toContain('a name')
})

test('the collector receives the headers it wants, at the address for traces', async () => {
  const elsewhere = await startCollector()
  const { close } = await open({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${elsewhere.address}/v1/traces`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=for%20traces',
  })
  await call('GET', '/api/health')
  await close()
  expect(elsewhere.headers[0]).toMatchObject({ 'api-key': 'for traces', 'content-type': 'application/json' })
  expect([elsewhere.problems, collector.headers]).toEqual([[], []])
  await elsewhere.close()
})

test.each([
  ['always_off', undefined, 0],
  ['traceidratio', '0', 0],
  ['parentbased_traceidratio', '1', 1],
  ['parentbased_always_on', undefined, 1],
])('with the sampler %s %s, %i of 1 calls are traced', async (name, argument, count) => {
  const { close } = await open({ OTEL_TRACES_SAMPLER: name, ...(argument && { OTEL_TRACES_SAMPLER_ARG: argument }) })
  await call('GET', '/api/health')
  await close()
  expect(traces()).toHaveLength(count)
  // Queries of calls that aren't traced aren't either.
  expect(collector.spans.length > 0).toBe(count > 0)
  expect(log).not.toHaveBeenCalled()
})

test.each([
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER=jaeger_remote isn't a sampler/],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '5%' }, /^OTEL_TRACES_SAMPLER_ARG must be a number/],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /http\/json, usually to port 4318, not as grpc/],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: 'soon' }, /OTEL_EXPORTER_OTLP_TIMEOUT/],
])('%j is reported once, and traces are sent', async (settings, sentence) => {
  const { close } = await open(settings)
  await call('GET', '/api/health')
  await close()
  expect(log.mock.calls).toEqual([[expect.stringMatching(sentence)]])
  expect(traces()).toHaveLength(1)
})

const oops = (response: ServerResponse): void => void response.writeHead(400).end(`<html>${'oops'.repeat(1000)}`)

test.each([
  ['refuses', oops, '300000', /Bad Request/],
  ['is cut off', (response: ServerResponse) => void response.destroy(), '500', /hang up|ECONNRESET|timed out/],
  ['answers nonsense', (response: ServerResponse) => void response.end('<html>'), '300000', /Failed to parse/],
])('a collector that %s disturbs no call, and is logged once', async (_what, answer, timeout, error) => {
  // Only a collector that is cut off is asked again, until the timeout.
  await open({ OTEL_EXPORTER_OTLP_TIMEOUT: timeout }, answer)
  // A batch has at most 512 spans.
  for (let count = 0; count < 1100; count++) opened().startCall({ name: 'health', method: 'GET', route: '/', requestId: '' }).end(200)
  expect((await call('GET', '/api/health')).status).toBe(200)
  await opened().close(30_000)
  expect(collector.headers.length).toBeGreaterThan(1)
  const lost = log.mock.calls.filter(([message]) => message === 'traces may have been lost')
  expect(lost).toEqual([['traces may have been lost', { error: expect.stringMatching(error) }]])
  for (const [, details] of log.mock.calls) expect(JSON.stringify(details).length).toBeLessThan(300)
})

test('a server that stops waits for the other traces, although the collector refuses some', async () => {
  let asked = 0
  let taken = 0
  const take = (response: ServerResponse): void => {
    taken++
    response.end('{}')
  }
  const { close } = await open({}, (response) => (asked++ === 1 ? oops(response) : void setTimeout(take, 200, response)))
  for (let count = 0; count < 1100; count++) opened().startCall({ name: 'health', method: 'GET', route: '/', requestId: '' }).end(200)
  await close()
  expect([taken, collector.headers.length]).toEqual([2, 3])
})

test('a collector that never answers doesn’t hold up a server that stops', async () => {
  const { close } = await open({}, () => undefined)
  expect((await call('GET', '/api/health')).status).toBe(200)
  await close(50)
  expect(log.mock.calls).toEqual([['the last traces were lost', { error: 'The collector took too long.' }]])
})

test.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ OTEL_SERVICE_NAME: 'planner' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'TRUE' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' }],
])('%j asks for no traces', async (settings) => {
  expect(await openWantedTracing(settings, '1', log)).toBeUndefined()
})

test.each(['collector:4318', '127.0.0.1', 'http://', 'ftp://collector'])(
  'a server with the collector %s doesn’t start, because it would send traces to another',
  async (address) => {
    const opening = openWantedTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: address }, '1', log)
    await expect(opening).rejects.toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be an address')
  },
)
