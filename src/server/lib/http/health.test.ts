// @module-tag engine
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { clock, config, db, keys, pool } from '#test/app.ts'

test('a stopping server is no longer ready, but still alive and healthy', async () => {
  const stopping = { hasBegun: false }
  const app = await buildApp({ db, keys, clock, config, logger: false, isStopping: () => stopping.hasBegun })
  const statuses = () =>
    Promise.all(['/api/health', '/api/health/live', '/api/health/ready'].map(async (url) => (await app.inject(url)).statusCode))
  expect(await statuses()).toEqual([200, 200, 200])
  stopping.hasBegun = true
  expect(await statuses()).toEqual([200, 200, 503])
  stopping.hasBegun = false

  await pool.query('alter schema drizzle rename to away')
  try {
    const [health, live, ready] = await statuses()
    expect(live).toBe(200)
    expect([health, ready].every((status = 0) => status >= 500)).toBe(true)
  } finally {
    await pool.query('alter schema away rename to drizzle')
  }
  await app.close()
})
