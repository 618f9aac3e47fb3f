import type pg from 'pg'
import { expect, test } from 'vitest'
import { untilReachable } from './wait.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

/** Returns a database whose first queries fail. */
const failing = (error: Error, times: number) => {
  let tries = 0
  return { query: () => (++tries > times ? Promise.resolve() : Promise.reject(error)) } as unknown as pg.Pool
}

test('the server waits for an unavailable database, and reports that once', async () => {
  const said: Error[] = []
  await untilReachable(failing(refused, 3), (error) => said.push(error))
  expect(said).toEqual([refused])
})

test('waiting ends after the limit, or at once for other errors', async () => {
  await expect(untilReachable(failing(refused, Infinity), () => undefined, 10)).rejects.toBe(refused)
  const missing = Object.assign(new Error('database "nodb" does not exist'), { code: '3D000' })
  await expect(untilReachable(failing(missing, 1), () => expect.unreachable())).rejects.toBe(missing)
})
