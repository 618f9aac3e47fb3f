/**
 * A server dies after a POST with an `Idempotency-Key` has had its effect, and before the answer is stored. The client sends the request
 * again to another server, with the same key: it must have no second effect.
 */
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { isKeyed } from '#shared/endpoint.ts'
import { app, clock, config, db, keys, pool } from './app.ts'
import { dyingDatabase } from './dying-database.ts'
import { rowCounts } from './row-counts.ts'
import { addressOf, aWorld, paymentService, REQUESTS, type Request, services, type World } from './world-of-calls.ts'

const mortal = dyingDatabase(pool)
const startOn = (of: typeof db) => buildApp({ db: of, keys, clock, logger: false, config, services })
const dying = await startOn(mortal.db)
const next = await startOn(db)
afterAll(() => next.close())

const send = (to: typeof next, name: string, w: World, { as, ids, body, headers }: Request) =>
  to.inject({
    method: 'POST',
    url: addressOf(name, ids),
    headers: { ...(as && { authorization: `Bearer ${w[as].token}` }), 'idempotency-key': 'key-of-the-dying', ...headers },
    ...(body !== undefined && { payload: body as object }),
  })

const begin = async (name: string) => {
  paymentService.clear()
  const w = await aWorld()
  const request = REQUESTS[name]?.(w)
  if (!request) throw new Error(`${name} has no request`)
  if (request.given) await pool.query(request.given)
  return { w, request }
}
const effects = async () => {
  const { limits: _, ...rows } = await rowCounts()
  return { rows, payments: [...paymentService.calls] }
}

/**
 * Calls after which their session is over, so that the next server doesn't know the caller. The deletion of an account is its last commit,
 * which also deletes the key.
 */
const END_SESSION = ['POST /api/auth/logout', 'POST /api/auth/guest/sign-up']
const keyed = app.routes.flatMap(({ method, url, config }) => (config?.call && isKeyed(config.call.endpoint) ? [`${method} ${url}`] : []))

test.each(keyed.filter((name) => name in REQUESTS))('%s', async (name) => {
  const counted = await begin(name)
  void mortal.rise()
  expect((await send(dying, name, counted.w, counted.request)).statusCode).toBeLessThan(300)
  const commits = mortal.commits()
  const { w, request } = await begin(name)
  const died = mortal.rise(commits - 1)
  expect(await Promise.race([send(dying, name, w, request), died])).toBe('died')
  const before = await effects()
  const again = await send(next, name, w, request)
  expect(await effects()).toEqual(before)
  if (END_SESSION.includes(name)) expect(again.statusCode).toBe(401)
  else expect([again.statusCode, again.json().code]).toEqual([409, 'still_running'])
})
