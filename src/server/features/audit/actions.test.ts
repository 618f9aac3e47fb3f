// @module-tag engine
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { app, call, clock, db, pool, setClock } from '#test/app.ts'
import { recordOwn } from './actions.ts'

const written = async () => (await pool.query('select act, actor_id, subject_id, network from audit_log order by id')).rows
const counted = async () => (await pool.query('select hour, wrong, locked from failed_sign_ins order by hour')).rows
const signIn = (email: string, password: string, remoteAddress = '203.0.113.77') =>
  app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { email, password } })
const fail = (userId: string | null, ip: string) => recordOwn(db, { act: 'session.failed', userId, ip, at: clock() })

test('sign-ins and failed attempts are logged with their rough origin', async () => {
  const { userId, email, password } = await aTeacher(db, { now: clock() })
  await signIn(email, 'wrong')
  await signIn(email, password)
  await signIn('nobody@school.example', 'wrong', '2001:db8:7:8:9::1')
  const about = { subject_id: userId, network: '203.0.113.0/24' }
  expect(await written()).toEqual([
    { act: 'session.failed', actor_id: null, ...about },
    { act: 'session.begun', actor_id: userId, ...about },
    { act: 'session.failed', actor_id: null, subject_id: null, network: '2001:db8:7::/48' },
  ])
})

test('attempts during a lockout are logged as such, and all are counted', async () => {
  const { userId, email, password } = await aTeacher(db, { now: clock() })
  for (let count = 0; count < 9; count++) await signIn(email, 'wrong')
  expect((await signIn(email, password)).statusCode).toBe(429)
  const acts = (await written()).filter(({ subject_id }) => subject_id === userId).map(({ act }) => act)
  expect(acts).toEqual([...Array<string>(8).fill('session.failed'), 'session.locked', 'session.locked'])
  expect(await counted()).toEqual([{ hour: new Date('2026-11-18T14:00:00Z'), wrong: 8, locked: 2 }])
})

test('signing up, a new password, an export, and a deletion are logged', async () => {
  const password = 'first-bell'
  const { body } = await call('POST', '/api/auth/register', { body: { email: 'ann@school.example', password } })
  const { token } = body
  await call('POST', '/api/auth/change-password', { token, body: { currentPassword: password, newPassword: 'second-bell' } })
  await app.inject({
    method: 'POST',
    url: '/api/user/export',
    headers: { authorization: `Bearer ${token}` },
    payload: { password: 'second-bell' },
  })
  await call('POST', '/api/user/delete', { token, body: { confirmation: 'DELETE' } })
  expect(await written()).toEqual(
    ['account.created', 'account.password', 'account.exported', 'account.deleted'].map((act) => ({
      act,
      actor_id: body.user.id,
      subject_id: body.user.id,
      network: '127.0.0.0/24',
    })),
  )
})

describe('a stranger cannot fill the disk', () => {
  test('attempts on unknown addresses get one row per network and hour', async () => {
    for (let last = 1; last < 30; last++) await fail(null, `203.0.113.${last}`)
    await fail(null, '198.51.100.1')
    expect(await written()).toHaveLength(2)
    setClock('2026-11-18T15:00:00Z')
    await fail(null, '203.0.113.1')
    expect(await written()).toHaveLength(3)
    expect((await counted()).map(({ wrong }) => wrong)).toEqual([30, 1])
  })

  test('attempts on one account get twenty rows an hour, from any number of networks', async () => {
    const { userId } = await aTeacher(db, { now: clock() })
    for (let net = 0; net < 30; net++) await fail(userId, `203.0.${net}.1`)
    expect(await written()).toHaveLength(20)
  })

  test('all attempts together get a thousand rows an hour', async () => {
    await pool.query(`insert into audit_log (at, act, network) select $1, 'session.failed', 'n' || i from generate_series(1, 999) i`, [
      clock(),
    ])
    await fail(null, '203.0.113.1')
    await fail(null, '198.51.100.1')
    expect(await written()).toHaveLength(1000)
  })
})
