// @module-tag engine
/** Concurrent sign-ins. On PostgreSQL, each uses its own connection. */
import { beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#server/features/accounts/actions.ts'
import { aSchool } from '#server/features/accounts/samples.ts'
import { makeSignInThrottle } from '#server/features/sign-in/guessing/actions.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { clock, db, keys, pool } from '#test/app.ts'
import { type Caller, exchangeCode, joinAccount, leaveProvider, type Returning, savePendingSignIn } from './actions.ts'

const ROUNDS = process.env['TEST_DATABASE_URL'] ? 30 : 5
const nothing = async () => undefined
const deps = {
  signUp: { mode: 'open' as const },
  keys,
  trials: { begin: nothing, keep: nothing },
  mailQueue: CLOSED_MAIL_QUEUE,
}
const means = {
  db,
  deps,
  names: { google: 'Google', oidc: 'Lincoln District' },
  throttle: makeSignInThrottle({ callsPerMinute: 100_000 }),
}
const caller: Caller = { browser: 'a-browser', network: '192.0.2.1', userAgent: undefined, now: clock() }

let count = 0
let sub: string
let email: string
beforeEach(() => {
  sub = `sub-${++count}`
  email = `nora-${count}@school.example`
})

const nora = (more: Partial<Returning> = {}): Returning => ({
  provider: 'google',
  sub,
  email,
  name: 'Nora',
  purpose: null,
  userId: null,
  sessionId: null,
  timezone: null,
  ref: null,
  ...more,
})
const come = (coming: Returning, stage: 'token' | 'choice' = 'token') =>
  savePendingSignIn(db, coming, { browser: caller.browser, stage, now: clock() })
const exchange = (code: string) => exchangeCode(means, { code, refreshToken: undefined }, caller)
/** Returns the sorted outcomes: 'done', or the code of the error. */
const outcomes = async (works: Promise<unknown>[]): Promise<string[]> =>
  (
    await Promise.all(
      works.map((work) =>
        work.then(
          () => 'done',
          (error: unknown) => {
            if (!(error instanceof Refused)) throw error
            return error.code
          },
        ),
      ),
    )
  ).sort()
const rowsOf = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows
const again = async (work: () => Promise<void>) => {
  for (let round = 0; round < ROUNDS; round++) {
    sub = `sub-${++count}`
    email = `nora-${count}@school.example`
    await work()
  }
}
/** Creates two teachers with one session each. */
const twoTeachers = async () => {
  const { people, passwordHash } = await aSchool(db, { teachers: 2, now: clock() })
  return Promise.all(
    people.map(async (userId) => {
      await startSession(db, { userId, passwordHash, userAgent: undefined, now: clock() })
      const [{ id: sessionId }] = await rowsOf('select id from sessions where user_id = $1', [userId])
      return { userId, sessionId, passwordHash }
    }),
  )
}

test('a code that is exchanged twenty times at once signs in once', () =>
  again(async () => {
    const code = await come(nora())
    const all = await outcomes(Array.from({ length: 20 }, () => exchange(code)))
    expect(all).toEqual(['done', ...Array.from({ length: 19 }, () => 'not_found')])
    expect(await rowsOf('select s.id from sessions s join users u on u.id = user_id where google_id = $1', [sub])).toHaveLength(1)
  }))

test('ten first sign-ins of one person at once make one person', () =>
  again(async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => come(nora())))
    expect(new Set(await outcomes(codes.map(exchange)))).toEqual(new Set(['done']))
    expect(await rowsOf('select id from users where email = $1', [email])).toHaveLength(1)
  }))

test('of two people who link one Google account at once, one succeeds', () =>
  again(async () => {
    const people = await twoTeachers()
    const codes = await Promise.all(people.map(({ userId, sessionId }) => come(nora({ purpose: 'link', userId, sessionId }))))
    expect(await outcomes(codes.map(exchange))).toEqual(['done', 'taken'])
    expect(await rowsOf('select id from users where google_id = $1', [sub])).toHaveLength(1)
  }))

test('of two Google accounts that one person links at once, one is linked', () =>
  again(async () => {
    const [{ userId = '', sessionId = '' } = {}] = await twoTeachers()
    const codes = await Promise.all([sub, `${sub}-other`].map((sub) => come(nora({ sub, purpose: 'link', userId, sessionId }))))
    expect(await outcomes(codes.map(exchange))).toEqual(['done', 'refused_by_rule'])
  }))

test('an account kept while its password unlinks Google or deletes it is either reachable or deleted', () =>
  again(async () => {
    const [ann] = await twoTeachers()
    if (!ann) throw new Error('There are two')
    const { userId, passwordHash } = ann
    await pool.query('update users set email = $2 where id = $1', [userId, email])
    const choice = await come(nora(), 'choice')
    await outcomes([
      joinAccount(means, { choice, how: { kind: 'keep' } }, caller),
      leaveProvider(means, { userId, provider: 'google', now: clock() }),
      deleteAccount(db, { userId, precondition: { passwordHash }, now: clock(), keepsTrial: true }, deps),
    ])
    const left = await rowsOf('select google_id, password_hash from users where id = $1', [userId])
    expect([[], [{ google_id: sub, password_hash: null }]]).toContainEqual(left)
  }))
