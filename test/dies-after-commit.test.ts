/**
 * Simulates a server that dies between two commits of one call. No call may be left half done.
 *
 * 1. Makes every call that writes and counts its commits. A call with a single commit can't be interrupted between commits.
 * 2. Repeats each other call once per commit except the last, on a server that dies right after that commit. The client then retries on a
 *    new server, or signs in if the retry is refused because the account already exists.
 * 3. Checks that each table then has as many rows as after an uninterrupted call, except for {@link MAY_DIFFER}.
 */
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { apiRoutesOf } from './api-routes.ts'
import { app, clock, config, db, keys, pool } from './app.ts'
import { dyingDatabase } from './dying-database.ts'
import { rowCounts } from './row-counts.ts'
import { addressOf, aWorld, LEFT_OUT, PASSWORD, paymentService, REQUESTS, type Request, services, type World } from './world-of-calls.ts'

/**
 * Commit counts of all calls that commit more than once. A new second commit must either move into the first transaction or be listed here.
 */
const COMMITS: Record<string, number> = {
  'POST /api/auth/register': 4,
  'POST /api/auth/guest': 2,
  'POST /api/auth/guest/sign-up': 4,
  'POST /api/auth/login': 5,
  'POST /api/auth/proof': 5,
  'POST /api/auth/change-password': 6,
  'POST /api/auth/forgot-password': 2,
  'POST /api/billing/webhook': 2,
  'POST /api/create-checkout-session': 6,
  'POST /api/ai/generate': 4,
  'POST /api/ai/generate/stream': 4,
  // Of these, the first counts the call (lib/limits/shared-limits.ts).
  'POST /api/auth/reset-password': 2,
  'POST /api/auth/set-password': 2,
  'POST /api/user/confirm-address': 2,
  'POST /api/mail/confirm': 2,
  'POST /api/mail/confirm-office': 2,
  'POST /api/collaboration/invite': 2,
  'POST /api/sub-links': 2,
  'POST /api/sub-links/:id/send': 2,
  'POST /api/sub-reports/:id/share': 2,
  'POST /api/admin/school-invitations': 2,
  'POST /api/admin/school-invitations/:id/resend': 2,
  'POST /api/admin/school-invitations/bulk': 2,
  'POST /api/admin/school-office/confirm-address': 2,
  'POST /api/admin/schools/:schoolId/invitations': 2,
  'POST /api/admin/teachers/:id/confirm-address': 2,
}

/** Rows whose count may differ after a crash and a retry, with the reason. */
const MAY_DIFFER: { of: RegExp; rows: RegExp; reason: string }[] = [
  { of: /./, rows: /^limits$/, reason: 'every try is counted' },
  {
    of: /\/auth\//,
    rows: /^(?:sessions|known_devices)$/,
    reason: 'the first answer was lost: its session ends unused, its browser is new again',
  },
  { of: /\/auth\//, rows: /new-device/, reason: 'a browser that no answer reached is a new one' },
  { of: /\/ai\//, rows: /^ai_answers$/, reason: 'what a lost answer has reserved is released after five minutes' },
  { of: /\/auth\//, rows: /^audit_log (?:session\.begun|account\.created)$/, reason: 'a line of the log is a commit of its own' },
]

const startOn = (of: typeof db) => buildApp({ db: of, keys, clock, logger: false, config, services })
type App = Awaited<ReturnType<typeof startOn>>

const send = (to: App, name: string, w: World, { as, ids, body, headers }: Request) =>
  to.inject({
    method: name.split(' ')[0] as 'POST',
    url: addressOf(name, ids),
    headers: { ...(as && { authorization: `Bearer ${w[as].token}` }), ...headers },
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

/** Returns the row count of each table, excluding rows that may differ. */
const countsAfter = async (name: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(await rowCounts()).filter(([rows]) => !MAY_DIFFER.some((each) => each.of.test(name) && each.rows.test(rows))),
  )

test('every call that writes has a request here, or a reason why not', () => {
  const known = new Set([...Object.keys(REQUESTS), ...Object.keys(LEFT_OUT)])
  const writing = apiRoutesOf(app).filter(({ method }) => method !== 'GET')
  expect(writing.map(({ method, url }) => `${method} ${url}`).filter((name) => !known.has(name))).toEqual([])
})

const counted = dyingDatabase(pool)
const counter = await startOn(counted.db)
afterAll(() => counter.close())

test('these calls have more than one commit', async () => {
  const found: Record<string, number> = {}
  const refused: string[] = []
  for (const name of Object.keys(REQUESTS)) {
    const { w, request } = await begin(name)
    const before = counted.commits()
    const reply = await send(counter, name, w, request)
    if (reply.statusCode >= 300) refused.push(`${name}: ${reply.statusCode} ${reply.body.slice(0, 200)}`)
    const commits = counted.commits() - before
    if (commits > 1) found[name] = commits
  }
  expect(refused, 'every request succeeds').toEqual([])
  expect(found).toEqual(COMMITS)
})

const undisturbed = new Map<string, Record<string, number>>()
const countsWithoutDeath = async (name: string) => {
  const known = undisturbed.get(name)
  if (known) return known
  const { w, request } = await begin(name)
  await send(counter, name, w, request)
  const counts = await countsAfter(name)
  undisturbed.set(name, counts)
  return counts
}

const prove = async (name: string, afterCommit: number) => {
  const expected = await countsWithoutDeath(name)
  const { w, request } = await begin(name)
  const dying = dyingDatabase(pool, { afterCommit })
  const mortal = await startOn(dying.db)
  expect(await Promise.race([send(mortal, name, w, request), dying.died])).toBe('died')
  const next = await startOn(db)
  const again = await send(next, name, w, request)
  expect(again.statusCode, again.body).toBeLessThan(500)
  if (again.statusCode >= 400) {
    const { email } = request.body as { email: string }
    const login = await next.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: PASSWORD } })
    expect(login.statusCode, 'who knows the password can sign in').toBe(200)
  }
  await next.close()
  expect(await countsAfter(name)).toEqual(expected)
}

for (const [name, commits] of Object.entries(COMMITS))
  for (let commit = 1; commit < commits; commit++)
    test(`${name}, retried after the server dies after commit ${commit} of ${commits}, takes effect once`, () => prove(name, commit))
