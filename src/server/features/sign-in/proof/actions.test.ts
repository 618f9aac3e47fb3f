// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { email: 'ann@school.example', now: clock() })
})
const at = (minutes: number) => setClock(new Date(Date.parse('2026-11-18T14:00:00Z') + minutes * 60_000).toISOString())
const prove = (password: string, token = ann.token) => call('POST', '/api/auth/proof', { token, body: { password } })
const change = (currentPassword: string, token = ann.token) =>
  call('POST', '/api/auth/change-password', { token, body: { currentPassword, newPassword: 'second-bell' } })
const login = (password = ann.password) => call('POST', '/api/auth/login', { body: { email: ann.email, password } })
const endOthers = (token = ann.token) => call('DELETE', '/api/auth/sessions', { token })
const me = (token: string) => call('GET', '/api/user', { token })
const acts = async () =>
  (await pool.query(`select act, count(*)::int from audit_log where act in ('session.failed', 'session.locked') group by act order by act`))
    .rows

describe('a teacher who re-authenticates', () => {
  test('with the password can make protected calls for five minutes, in that session only', async () => {
    const elsewhere = (await login()).body.token
    at(6)
    expect((await endOthers()).body.code).toBe('proof_needed')
    expect((await prove(ann.password)).status).toBe(204)
    expect((await endOthers(elsewhere)).body.code).toBe('proof_needed')
    at(11)
    expect((await endOthers()).status).toBe(200)
    at(11.1)
    expect((await endOthers()).body.code).toBe('proof_needed')
  })

  test('isn’t asked right after signing in or changing the password', async () => {
    at(6)
    const { token } = (await login()).body
    expect((await endOthers(token)).status).toBe(200)
    at(12)
    expect((await change(ann.password, token)).status).toBe(200)
    expect((await endOthers(token)).status).toBe(200)
  })

  test('can do ordinary work without it', async () => {
    at(60)
    expect((await call('POST', '/api/calendar', { token: ann.token, body: { date: '2026-11-18', noteText: 'Trip' } })).status).toBe(201)
    expect((await call('PATCH', '/api/user', { token: ann.token, body: { displayName: 'Ann' } })).status).toBe(200)
    expect((await call('POST', '/api/auth/logout', { token: ann.token })).status).toBe(200)
  })

  test('succeeds with the right password after a wrong one, which resets the count', async () => {
    for (let turn = 0; turn < 6; turn++) expect((await prove('guess')).body.code).toBe('wrong_password')
    expect((await prove(ann.password)).status).toBe(204)
    at(30)
    for (let turn = 0; turn < 9; turn++) expect((await prove('guess')).body.code).toBe('wrong_password')
    expect((await me(ann.token)).status).toBe(200)
  })
})

describe('someone who guesses the password in a session they found', () => {
  /** Tries sixteen wrong passwords, alternating between the two endpoints to stay under each endpoint's rate limit. */
  const guess = async (token = ann.token) => {
    const statuses: number[] = []
    for (let turn = 0; turn < 16; turn++) statuses.push((await (turn % 2 ? prove('guess', token) : change('guess', token))).status)
    return statuses
  }

  test('is signed out after fifteen wrong ones over all calls, and the log has each', async () => {
    expect(await guess()).toEqual([...Array(14).fill(422), 401, 401])
    expect((await me(ann.token)).status).toBe(401)
    expect(await acts()).toEqual([
      { act: 'session.failed', count: 15 },
      { act: 'session.locked', count: 1 },
    ])
  })

  test('doesn’t keep the owner from signing in or re-authenticating in another session', async () => {
    const found = (await login()).body.token
    await guess(found)
    expect((await me(found)).status).toBe(401)
    expect((await prove(ann.password)).status).toBe(204)
    expect((await login()).status).toBe(200)
  })

  test('gets no more attempts with concurrent calls', async () => {
    const replies = await Promise.all(Array.from({ length: 9 }, () => prove('guess')))
    expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(422))
    const more = await Promise.all(Array.from({ length: 9 }, () => change('guess')))
    expect(more.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(5)
    expect((await me(ann.token)).status).toBe(401)
  })

  test('gets no more attempts with many sessions: after twenty, each must wait', async () => {
    const tokens: string[] = []
    for (let turn = 0; turn < 5; turn++) tokens.push((await login()).body.token)
    const statuses: number[] = []
    for (let turn = 0; turn < 25; turn++) statuses.push((await prove('guess', tokens[turn % 5])).status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await login()).status).toBe(200)
  })
})

test('a guest, who has no password, is asked to sign up and needs no proof', async () => {
  const { token } = (await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })).body
  expect((await prove('guess', token)).body.code).toBe('sign_up_needed')
  expect((await endOthers(token)).status).toBe(200)
})
