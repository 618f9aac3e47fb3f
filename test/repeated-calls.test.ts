/**
 * Repeats every call that writes, after a proxy has cut its answer. The call must have had exactly one effect.
 *
 * 1. A POST is sent with an `Idempotency-Key`, and must be answered like the first time. Other calls are idempotent by nature.
 * 2. Rows of all tables are counted after the first call and after the last, and so are the calls to Stripe and to the AI provider. Mail is
 *    queued as rows.
 * 3. The same key with another body, or of another caller, must not return the first answer.
 */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { addDays } from '#shared/dates.ts'
import { type Endpoint, isKeyed } from '#shared/endpoint.ts'
import { clock, config, db, keys, pool } from './app.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { rowCounts } from './row-counts.ts'
import { addressOf, aWorld, paymentService, REQUESTS, type Request, services, type World } from './world-of-calls.ts'

const KEY = 'b1c6a0de-9f1f-4f7e-8a43-6d2b4d1f0c55'
/** Calls after which their session is over. Their repetition is refused, and the client knows that it was done. */
const END_SESSION = ['POST /api/auth/logout', 'POST /api/user/delete', 'POST /api/auth/guest/sign-up', 'DELETE /api/user']
/** Rows that a repeated call may add, with the reason. */
const MAY_GROW: { of: RegExp; rows: RegExp; reason: string }[] = [
  { of: /./, rows: /^limits$/, reason: 'every try is counted' },
  { of: /export|sub-plans\/generate/, rows: /^audit_log /, reason: 'each file or plan that is made is logged' },
  {
    of: /^(?:PUT|PATCH|DELETE)/,
    rows: /^(?:calendar_(?:operations|day_images|record_images)$|audit_log )/,
    reason: 'the same state is logged again',
  },
]

let answers = 0
const ai = {
  ...services.ai,
  write: () => {
    answers++
    return services.ai.write()
  },
}
const app = await buildApp({ db, keys, clock, logger: false, config, services: { ...services, ai } })
await app.listen({ port: 0, host: '127.0.0.1' })
const proxy = await startCuttingProxy((app.server.address() as AddressInfo).port)
afterAll(async () => {
  await proxy.close()
  await app.close()
})

const endpoints = new Map(
  app.routes.flatMap(({ method, url, config }) => (config?.call ? [[`${method} ${url}`, config.call.endpoint] as [string, Endpoint]] : [])),
)
const endpointOf = (name: string): Endpoint => {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`${name} isn't a call`)
  return endpoint
}

type Sent = { as: Request['as']; ids?: string[] | undefined; body?: unknown; headers?: Record<string, string> | undefined }
const send = async (name: string, w: World, { as, ids, body, headers }: Sent) => {
  const reply = await fetch(`${proxy.address}${addressOf(name, ids)}`, {
    method: name.split(' ')[0] as string,
    headers: {
      ...(as && { authorization: `Bearer ${w[as].token}` }),
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, isReplayed: reply.headers.get('idempotent-replayed') === 'true', text }
}

const begin = async (name: string, key: Record<string, string>) => {
  paymentService.clear()
  answers = 0
  const w = await aWorld()
  const request = REQUESTS[name]?.(w)
  if (!request) throw new Error(`${name} has no request`)
  if (request.given) await pool.query(request.given)
  return { w, request: { ...request, headers: { ...request.headers, ...key } } }
}
/** Sends a call whose answer is cut. Returns the answer that the client didn't get. */
const sendCut = async (name: string, w: World, request: Sent) => {
  proxy.isCutting = true
  await expect(send(name, w, request)).rejects.toThrow('fetch failed')
  proxy.isCutting = false
  return proxy.last as NonNullable<typeof proxy.last>
}
const effects = async (name: string) => {
  const rows = Object.entries(await rowCounts()).filter(([rows]) => !MAY_GROW.some((each) => each.of.test(name) && each.rows.test(rows)))
  return { rows: Object.fromEntries(rows), answers, payments: [...paymentService.calls] }
}

/** Returns copies of a value, each with one small change. */
const variationsOf = (value: unknown): unknown[] => {
  if (typeof value === 'string') {
    const next = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
    const later = /^\d{4}-\d\d-\d\d$/.test(value) ? [addDays(value, 7)] : []
    return [`${value}x`, ...(next === value ? [] : [next]), ...later]
  }
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  if (Array.isArray(value)) return value.flatMap((item, index) => variationsOf(item).map((other) => value.with(index, other)))
  if (typeof value !== 'object' || value === null) return [{ another: 'body' }]
  return Object.entries(value).flatMap(([field, of]) => {
    const { [field]: _, ...others } = value as Record<string, unknown>
    return [others, ...variationsOf(of).map((other) => ({ ...value, [field]: other }))]
  })
}
const codeOf = (text: string): string | undefined => (text.startsWith('{') ? JSON.parse(text).code : undefined)

const names = Object.keys(REQUESTS).filter((name) => !name.startsWith('GET'))
const posts = names.filter((name) => name.startsWith('POST'))
const keyed = posts.filter((name) => isKeyed(endpointOf(name)))
beforeEach(() => {
  proxy.isCutting = false
})

describe('a call whose answer was cut and that is sent again has one effect', () => {
  test.each(names)('%s', async (name) => {
    const endpoint = endpointOf(name)
    const { w, request } = await begin(name, endpoint.method === 'POST' ? { 'idempotency-key': KEY } : {})
    const lost = await sendCut(name, w, request)
    expect(lost.status, lost.body).toBeLessThan(300)
    const once = await effects(name)
    const again = await send(name, w, request)
    expect(await effects(name)).toEqual(once)
    if (END_SESSION.includes(name)) expect(again.status).toBe(401)
    else if (isKeyed(endpoint)) {
      // A repeated stream has the last event, with the whole text.
      const body = endpoint.stream ? lost.body.slice(-again.text.length) : lost.body
      expect({ status: again.status, body: again.text }).toEqual({ status: lost.status, body })
    } else expect(again.status, again.text).toBeLessThan(500)
    if (endpoint.method === 'POST' && !END_SESSION.includes(name)) expect(again.status, again.text).toBeLessThan(300)
  })
})

describe('a key belongs to one request of one caller', () => {
  test.each(keyed.filter((name) => !END_SESSION.includes(name)))('%s', async (name) => {
    const { w, request } = await begin(name, { 'idempotency-key': KEY })
    await send(name, w, request)
    const once = await effects(name)
    const others = await Promise.all(variationsOf(request.body).map((body) => send(name, w, { ...request, body })))
    // A field that the call ignores makes no other request.
    expect(others.filter(({ status, isReplayed }) => status < 300 && !isReplayed)).toEqual([])
    expect(others.map(({ text }) => codeOf(text))).toContain('key_reused')
    expect(await effects(name)).toEqual(once)
    if (request.as === null) return
    const stranger = await send(name, w, { ...request, as: request.as === 'bea' ? 'carl' : 'bea' })
    expect(stranger.isReplayed).toBe(false)
    expect(['key_reused', 'still_running', 'already_done']).not.toContain(codeOf(stranger.text))
  })
})

describe('a change that has an operation ID and a key goes by its operation ID', () => {
  const shapes = new Map(app.routes.map(({ method, url, schema }) => [`${method} ${url}`, schema?.body]))
  const takesOperation = (name: string) => 'operationId' in ((shapes.get(name) as { shape?: object })?.shape ?? {})
  const operations = keyed.filter(takesOperation)
  test('such calls exist', () => expect(operations.length).toBeGreaterThan(10))
  test.each(operations)('%s', async (name) => {
    const { w, request } = await begin(name, { 'idempotency-key': KEY })
    const change = { ...request, body: { ...(request.body as object), operationId: '7c0e8a52-1b7a-4a58-9a35-3b0b1c6d2e11' } }
    const lost = await sendCut(name, w, change)
    expect(lost.status, lost.body).toBeLessThan(300)
    const once = await effects(name)
    expect(once.rows).not.toHaveProperty('idempotency_keys')
    const again = await send(name, w, change)
    expect(again.status, again.text).toBeLessThan(300)
    expect(await effects(name)).toEqual(once)
  })
})
