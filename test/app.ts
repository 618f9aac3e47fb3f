/** The real app on its own database. Each test file that imports this gets its own. */
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import type { Job, JobCall } from '#server/lib/jobs/run.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { makeReader } from '#server/lib/reading/reading.ts'
import type { SignUp } from '#shared/accounts/rules.ts'
import { emptyDatabase, openTestDatabase } from './database.ts'

/** The cheapest allowed password hash, to keep tests fast. */
const hashCost = { memoryKiB: 19_456, passes: 2 }

const database = await openTestDatabase()
export const { db, pool } = database

let now = new Date('2026-11-18T14:00:00Z')
export const clock = () => now
/** Sets the app's clock. */
export const setClock = (instant: string): void => {
  now = new Date(instant)
}

export const config = {
  contactEmail: 'hello@school.example',
  publicAddress: undefined,
  signUp: { mode: 'open' } as SignUp,
  passwordMinLength: 0,
  hashCost,
  rateLimitPerMinute: 100_000,
  trustedProxies: [],
  isHttps: false,
  isFree: false,
  isAiForEverybody: false,
  metricsToken: undefined,
  quota: { lessons: 100 * 1024 * 1024, history: 200 * 1024 * 1024 },
}
export const keys = makeKeyRing(newKey())
/** Starting the thread that reads files takes seconds on a busy machine. */
const read = makeReader({ mostMs: 60_000, mostMsInAll: 120_000 })
export const app = await buildApp({ db, keys, clock, logger: false, config, read })

/** Returns a list that collects an entry for each error code that a call returns but its contract doesn't declare. */
export const unnamedRefusals = (app: FastifyInstance): string[] => {
  const found: string[] = []
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const { call } = request.routeOptions.config
    if (!call || statusCode < 400) return
    const { code } = JSON.parse(String(payload))
    if (!call.refusals.includes(code)) found.push(`${call.name} refuses as ${code}: name it in its contract`)
  })
  return found
}
const unnamed = unnamedRefusals(app)
afterEach(() => expect(unnamed.splice(0)).toEqual([]))

beforeEach(async () => {
  setClock('2026-11-18T14:00:00Z')
  await emptyDatabase(db)
})

afterAll(async () => {
  await app.close()
  await database.close()
})

/** Runs a job once, as the worker would at `now`. */
export const doJob = (
  run: Job['run'],
  now = clock(),
  { services = {}, payload = {}, mailQueue = makeMailQueue(services, keys) }: Partial<JobCall> = {},
): Promise<void> => runJob(run, { db, keys, services, mailQueue, now, payload, signal: new AbortController().signal })

/** Runs a job and then its final writes, as the worker does. */
export const runJob = async (run: Job['run'], call: Omit<JobCall, 'atEnd'>): Promise<void> => {
  const writes: Parameters<JobCall['atEnd']>[0][] = []
  await run({ ...call, atEnd: (write) => void writes.push(write) })
  if (writes.length > 0)
    await call.db.transaction(async (db) => {
      for (const write of writes) await write(db)
    })
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Makes a call with `token`, or without a session if `token` is undefined. */
export const call = async (
  method: Method,
  url: string,
  { token, body, headers }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
) => {
  const reply = await app.inject({
    method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
  return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? undefined : reply.json() }
}
