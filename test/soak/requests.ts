/**
 * Sends random requests to a real server in a separate process to measure their cost. Fastify's `inject` can't do that, because it runs in
 * the test's process.
 */
import { readFileSync } from 'node:fs'
import { buildApp } from '#server/app.ts'
import { apiRoutesOf } from '#test/api-routes.ts'
import { faultOf, fuzzRequests } from '#test/fuzz.ts'
import { startServer } from '#test/server.ts'

const AT_ONCE = 8
const SEED = 20261122

/** Returns the routes of an app without a database. The routes don't depend on its services. */
const routesOfApp = async () => {
  const config = {
    contactEmail: 'hello@school.example',
    publicAddress: undefined,
    signUp: { mode: 'open' as const },
    passwordMinLength: 0,
    hashCost: { memoryKiB: 19_456, passes: 2 },
    rateLimitPerMinute: 1200,
    trustedProxies: [],
    isHttps: false,
    isFree: false,
    isAiForEverybody: false,
    metricsToken: undefined,
    quota: { lessons: 1, history: 1 },
  }
  const app = await buildApp({ db: {} as never, keys: {} as never, clock: () => new Date(), logger: false, config })
  return apiRoutesOf(app).filter(({ url }) => !/\/(?:logout|delete|live)$/.test(url))
}

export const soakWithRequests = async ({ env, count }: { env: Record<string, string>; count: number }) => {
  const server = await startServer(env, ['--expose-gc', '--import', 'data:text/javascript,setInterval(gc, 5000).unref()'])
  const { origin, child, call } = server
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  try {
    const tokens: string[] = []
    const ids = ['00000000-0000-4000-8000-000000000000']
    for (const name of ['ann', 'bob']) {
      const { token } = (await call('POST', '/api/auth/register', { body: { email: `${name}@school.example`, password: 'first-bell' } }))
        .body as { token: string }
      const blocks = [{ title: 'Math', startTime: '08:00', endTime: '09:00' }]
      const day = (await call('POST', '/api/calendar', { token, body: { date: '2026-11-18', blocks: [{ id: 'a', ...blocks[0] }] } }))
        .body as { id: string; operationId: string }
      const template = (await call('POST', '/api/daily-templates', { token, body: { name: 'Day', blocks } })).body as { id: string }
      tokens.push(token)
      ids.push(day.id, day.operationId, template.id)
    }
    const requests = fuzzRequests(await routesOfApp(), { tokens, ids }, { seed: SEED, count })
    const before = resident()
    const faults: string[] = []
    let slowest = 0
    let next = 0
    const worker = async () => {
      for (let request = requests[next++]; request; request = requests[next++]) {
        const { method, url, headers, payload } = request
        const began = performance.now()
        const reply = await fetch(origin + url, { method, headers, ...(payload !== undefined && { body: payload }) })
        const fault = faultOf({ status: reply.status, type: reply.headers.get('content-type') ?? '', body: await reply.text() })
        slowest = Math.max(slowest, performance.now() - began)
        if (fault) faults.push(`${method} ${url.slice(0, 200)} ${payload?.slice(0, 200)} → ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return { count, faults, slowest, grown: resident() - before }
  } finally {
    await server.end('SIGTERM')
  }
}
