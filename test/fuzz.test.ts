import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aDailyTemplate } from '#server/features/templates/samples.ts'
import { apiRoutesOf } from './api-routes.ts'
import { app, call, clock, db } from './app.ts'
import { faultOf, fuzzRequests } from './fuzz.ts'

const REQUESTS = 2000
const SEED = 20261118

test(`${REQUESTS} random requests to all calls get well-formed replies, and nothing breaks`, async () => {
  const people = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
  const ids: string[] = ['00000000-0000-4000-8000-000000000000']
  for (const { userId: owner } of people) {
    const day = await aDay(db, { owner, date: '2026-11-18', blocks: [aBlock()] })
    ids.push(day.id, day.operationId, (await aDailyTemplate(db, { owner, blocks: [aBlock()] })).id)
  }
  // Excludes calls that end sessions or accounts, because they would stop the rest of the test.
  const routes = apiRoutesOf(app).filter(({ url }) => !/\/(?:logout|delete|live)$/.test(url))
  const requests = fuzzRequests(routes, { tokens: people.map(({ token }) => token), ids }, { seed: SEED, count: REQUESTS })
  const faults: string[] = []
  const statuses = new Map<number, number>()
  for (const { method, url, headers, payload } of requests) {
    const reply = await app
      .inject({ method: method as 'GET', url, headers, ...(payload !== undefined && { payload }) })
      .catch((error: Error) => error)
    if (!(reply instanceof Error)) statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
    const fault =
      reply instanceof Error
        ? `no reply: ${reply.message}`
        : faultOf({ status: reply.statusCode, type: String(reply.headers['content-type'] ?? ''), body: reply.body })
    if (fault) faults.push(`${method} ${url} ${payload?.slice(0, 300)} → ${fault}`)
  }
  expect(faults.slice(0, 5)).toEqual([])
  // Some requests must get past validation.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(100)
  expect(statuses.get(400) ?? 0).toBeGreaterThan(100)
  expect((await call('GET', '/api/health')).status).toBe(200)
}, 120_000)
