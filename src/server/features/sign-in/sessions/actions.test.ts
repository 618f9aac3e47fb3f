// @module-tag engine
import { afterEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { forgetSignInAttempts } from '#server/features/sign-in/guessing/jobs.ts'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import { app, call, clock, db, doJob, pool, setClock } from '#test/app.ts'
import { startSession } from './actions.ts'

const START = Date.parse('2026-11-18T14:00:00Z')
const minutesLater = (minutes: number) => setClock(new Date(START + minutes * 60_000).toISOString())
const login = (email: string, password: string) => call('POST', '/api/auth/login', { body: { email, password } })
const statusWith = async (token: string) => (await call('GET', '/api/user', { token })).status

describe('a sign-in during a password change', () => {
  test('with the old password leaves no session behind, however they interleave', async () => {
    for (let round = 0; round < 8; round++) {
      const ann = await aTeacher(db)
      const change = call('POST', '/api/auth/change-password', {
        token: ann.token,
        body: { currentPassword: ann.password, newPassword: 'second bell' },
      })
      const replies = await Promise.all([0, 1, 2, 3].map(() => login(ann.email, ann.password)))
      expect((await change).status).toBe(200)
      for (const { status, body } of replies) {
        expect([200, 401]).toContain(status)
        if (status === 200) expect(await statusWith(body.token)).toBe(401)
      }
      expect(await statusWith(ann.token)).toBe(200)
    }
  })

  test('that was checked before the change creates no session after it', async () => {
    const ann = await aTeacher(db)
    const checked = { ...ann, userAgent: undefined, now: clock() }
    expect(await startSession(db, checked)).toEqual(expect.any(String))
    await call('POST', '/api/auth/change-password', {
      token: ann.token,
      body: { currentPassword: ann.password, newPassword: 'second bell' },
    })
    expect(await startSession(db, checked)).toBeUndefined()
  })

  test('of two new passwords at the same moment, one is refused', async () => {
    const ann = await aTeacher(db)
    const change = (newPassword: string) =>
      call('POST', '/api/auth/change-password', { token: ann.token, body: { currentPassword: ann.password, newPassword } })
    const statuses = (await Promise.all([change('second bell'), change('third bell')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 422])
  })
})

test('signing in while the account is being deleted is refused cleanly', async () => {
  for (let round = 0; round < 8; round++) {
    const ann = await aTeacher(db)
    const deletion = call('POST', '/api/user/delete', { token: ann.token, body: { confirmation: 'DELETE' } })
    const statuses = (await Promise.all([0, 1, 2, 3].map(() => login(ann.email, ann.password)))).map(({ status }) => status)
    expect((await deletion).status).toBe(200)
    for (const status of statuses) expect([200, 401]).toContain(status)
  }
})

test('an account has at most fifty sessions; a new one replaces the least recently used', async () => {
  const ann = await aTeacher(db, { now: clock() })
  for (let session = 1; session <= 50; session++) {
    minutesLater(session)
    await startSession(db, { ...ann, userAgent: undefined, now: clock() })
  }
  expect(await statusWith(ann.token)).toBe(401)
  const { rows } = await pool.query('select count(*)::int as count from sessions')
  expect(rows).toEqual([{ count: 50 }])
})

describe('made-up tokens', () => {
  const withToken = async (token: string, remoteAddress: string) =>
    (await app.inject({ url: '/api/user', remoteAddress, headers: { authorization: `Bearer ${token}` } })).statusCode

  test('are eventually not looked up; existing sessions, new sign-ins and other networks are unaffected', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const gone = await aTeacher(db, { now: clock() })
    const [school, elsewhere] = ['203.0.113.9', '203.0.113.10']
    expect(await withToken(ann.token, school)).toBe(200)
    expect(await withToken(gone.token, school)).toBe(200)
    await call('POST', '/api/auth/logout', { token: gone.token })
    const statuses: number[] = []
    for (let made = 0; made < 3010; made++) statuses.push(await withToken(made % 2 ? gone.token : `made-up-token-number-${made}`, school))
    expect(new Set(statuses.slice(0, 3000))).toEqual(new Set([401]))
    expect(new Set(statuses.slice(3000))).toEqual(new Set([429]))
    expect(await withToken(ann.token, school)).toBe(200)
    const { token } = (await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password } })).body
    expect(await withToken(token, school)).toBe(200)
    expect(await withToken('made-up-token-number-0', elsewhere)).toBe(401)
    // This isn't a lockout. New attempts are accepted again within seconds.
    minutesLater(0.1)
    expect(await withToken('made-up-token-number-0', school)).toBe(401)
  }, 60_000)
})

describe('a read-only database', () => {
  const refuseWrites = async (code: string) => {
    const tables = (await tablesParentsFirst(pool)).map(({ name }) => name)
    await pool.query(
      `create function refuse_writes() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '${code}'; end $$`,
    )
    for (const table of tables)
      await pool.query(`create trigger refuse_writes before insert or update or delete on ${table} execute function refuse_writes()`)
  }
  const takeWrites = () => pool.query('drop function if exists refuse_writes cascade')
  afterEach(takeWrites)

  test.each([
    ['a full disk', '53100'],
    ['a read-only copy', '25006'],
  ])('%s: teachers can read and sign in, saving reports the problem, and everything recovers by itself', async (_, code) => {
    const ann = await aTeacher(db, { now: clock() })
    const blocks = [{ id: 'a', title: 'Fractions', startTime: '08:00', endTime: '09:00' }]
    expect((await call('POST', '/api/calendar', { token: ann.token, body: { date: '2026-11-18', blocks } })).status).toBe(201)
    await refuseWrites(code)
    minutesLater(6)
    const read = (token: string) => call('GET', '/api/calendar?date=2026-11-18', { token })
    expect((await read(ann.token)).body[0].blocks[0].title).toBe('Fractions')

    const wrong = await login(ann.email, 'typo')
    const { status, body } = await login(ann.email, ann.password)
    expect([wrong.status, status]).toEqual([401, 200])
    expect((await read(body.token)).body).toHaveLength(1)
    expect(await call('POST', '/api/calendar', { token: body.token, body: { date: '2026-11-19', blocks: [] } })).toMatchObject({
      status: 507,
      headers: { 'retry-after': '30' },
      body: { code: 'cannot_write', message: expect.stringContaining('We can’t save right now.') },
    })
    const guesses = await Promise.all(Array.from({ length: 20 }, () => login(ann.email, 'guess')))
    expect(guesses.filter((guess) => guess.status === 401).length).toBeLessThanOrEqual(8)

    await takeWrites()
    minutesLater(8)
    expect((await call('POST', '/api/calendar', { token: body.token, body: { date: '2026-11-19', blocks: [] } })).status).toBe(201)
    const sessions = (await call('GET', '/api/auth/sessions', { token: body.token })).body
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([false, true])
    await doJob(forgetSignInAttempts)
  })

  test('a session in memory ends when the person ends all others', async () => {
    const ann = await aTeacher(db, { now: clock() })
    await refuseWrites('53100')
    const thief = (await login(ann.email, ann.password)).body.token
    await takeWrites()
    expect((await call('DELETE', '/api/auth/sessions', { token: ann.token })).status).toBe(200)
    expect([await statusWith(thief), await statusWith(ann.token)]).toEqual([401, 200])
  })

  test('a session in memory ends with sign-out and with the account', async () => {
    const ann = await aTeacher(db, { now: clock() })
    await refuseWrites('53100')
    const tokens = [(await login(ann.email, ann.password)).body.token, (await login(ann.email, ann.password)).body.token]
    expect((await call('POST', '/api/auth/logout', { token: tokens[0] })).status).toBe(200)
    expect(await statusWith(tokens[0])).toBe(401)
    expect(await statusWith(tokens[1])).toBe(200)
    await takeWrites()
    await call('POST', '/api/user/delete', { token: ann.token, body: { confirmation: 'DELETE' } })
    expect(await statusWith(tokens[1])).toBe(401)
  })
})
