import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from './refuse.ts'
import { countTraffic, figuresOf, type Traffic } from './traffic.ts'

let now = new Date('2026-11-18T14:00:00Z')
let traffic: Traffic
const app = () => {
  const server = Fastify()
  traffic = countTraffic(server, () => now)
  server.setErrorHandler((error, _request, reply) => void reply.code(error instanceof Refused ? error.status : 500).send())
  server.get('/page', async () => 'page')
  server.get('/call', { config: { access: 'public' } }, async () => 'done')
  server.get('/slow', { config: { access: 'public' } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 80))
    return 'done'
  })
  server.get('/broken', { config: { access: 'public' } }, async () => {
    throw new Error('broken')
  })
  server.get('/maintained', { config: { access: 'public' } }, async () => {
    throw new Refused('in_maintenance')
  })
  return server
}
let server: ReturnType<typeof app>
beforeEach(() => {
  now = new Date('2026-11-18T14:00:00Z')
  server = app()
})
afterEach(async () => {
  await server.close()
  vi.restoreAllMocks()
})
const get = async (...paths: string[]) => {
  for (const url of paths) await server.inject(url)
}

test('calls are counted, pages are not, and only our own failures are errors', async () => {
  await get('/call', '/call', '/page', '/nowhere', '/broken', '/maintained')
  expect(traffic.sinceStart()).toMatchObject({ requests: 4, errors: 1 })
})

test('half of the calls are fast, and the slowest shows in the 99th percentile', async () => {
  await get('/call', '/call', '/call', '/slow')
  const { p50, p99 } = figuresOf([traffic.lastHour()])
  expect(p50).toBeLessThan(40)
  expect(p99).toBeGreaterThan(70)
})

test('after an hour, calls count only in the total since the start', async () => {
  await get('/call')
  now = new Date('2026-11-18T14:59:59Z')
  expect(traffic.lastHour().requests).toBe(1)
  now = new Date('2026-11-18T15:00:00Z')
  expect(figuresOf([traffic.lastHour()])).toEqual({ requests: 0, errors: 0, p50: null, p95: null, p99: null })
  await get('/call')
  expect(traffic.lastHour().requests).toBe(1)
  expect(traffic.sinceStart().requests).toBe(2)
})

test('the figures of two servers are of all their calls', async () => {
  await get('/call', '/call', '/call')
  const first = traffic.lastHour()
  await server.close()
  server = app()
  await get('/slow', '/broken')
  const both = figuresOf([first, traffic.lastHour()])
  expect(both).toMatchObject({ requests: 5, errors: 1 })
  expect(both.p50).toBeLessThan(40)
  expect(both.p99).toBeGreaterThan(70)
})
