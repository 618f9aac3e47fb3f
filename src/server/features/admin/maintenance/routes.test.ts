// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'

const UNTIL = '2026-11-18T15:00:00.000Z'
const WORDS = 'We move to a larger machine. Back at 10 AM.'
const DAY = { date: '2026-11-18', blocks: [] }

let ann: Awaited<ReturnType<typeof aTeacher>>
let admin: Awaited<ReturnType<typeof aTeacher>>

beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  admin = await aTeacher(db, { now: clock() })
  await pool.query('update user_roles set is_admin = true where user_id = $1', [admin.userId])
})

const begin = (body: object = { words: WORDS, until: UNTIL }) => call('PUT', '/api/admin/maintenance', { token: admin.token, body })
const save = () => call('POST', '/api/calendar', { token: ann.token, body: DAY })
const acts = async () => (await pool.query('select act, actor_id from audit_log order by id')).rows

describe('while Maintenance Mode is on', () => {
  beforeEach(async () => {
    expect((await begin()).body).toEqual({ maintenance: { words: WORDS, until: UNTIL } })
  })

  test('a teacher who saves gets the given message, and nothing is saved', async () => {
    const { status, headers, body } = await save()
    expect({ status, body }).toEqual({ status: 503, body: { code: 'in_maintenance', message: WORDS } })
    expect(headers['retry-after']).toBe('60')
    expect((await pool.query('select from calendar_days')).rowCount).toBe(0)
  })

  test('teachers read, print, export, sign in and sign out', async () => {
    const { token } = ann
    const reads = [
      await call('GET', '/api/calendar?from=2026-11-16&to=2026-11-20', { token }),
      await call('POST', '/api/auth/login', { body: { email: ann.email, password: ann.password } }),
      await call('POST', '/api/auth/logout', { token }),
    ]
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await call('POST', '/api/billing/webhook')).body.code).toBe('not_configured')
  })

  test('signed-out callers get 401 instead', async () => {
    expect((await call('POST', '/api/calendar', { body: DAY })).status).toBe(401)
  })

  test('sign-up is refused', async () => {
    const body = { email: 'new@school.example', password: 'first-bell' }
    expect((await call('POST', '/api/auth/register', { body })).body.code).toBe('in_maintenance')
  })

  test('it ends automatically', async () => {
    setClock('2026-11-18T14:59:59Z')
    expect((await save()).status).toBe(503)
    setClock('2026-11-18T15:00:00Z')
    expect((await save()).status).toBe(201)
    expect((await call('GET', '/api/admin/maintenance', { token: admin.token })).body).toEqual({ maintenance: null })
  })

  test('an administrator ends it early, and both actions are logged', async () => {
    expect((await call('DELETE', '/api/admin/maintenance', { token: admin.token })).body).toEqual({ maintenance: null })
    expect((await save()).status).toBe(201)
    expect(await acts()).toEqual([
      { act: 'maintenance.begun', actor_id: admin.userId },
      { act: 'maintenance.ended', actor_id: admin.userId },
    ])
  })

  test('turning it on again changes its message and its end', async () => {
    await begin({ words: 'It takes longer.', until: '2026-11-18T16:00:00.000Z' })
    setClock('2026-11-18T15:30:00Z')
    expect((await save()).body.message).toBe('It takes longer.')
  })

  test('another server notices within two seconds', async () => {
    await pool.query('delete from maintenance')
    expect((await save()).status).toBe(503)
    setClock('2026-11-18T14:00:02Z')
    expect((await save()).status).toBe(201)
  })
})

test.each([
  ['that has passed', '2026-11-18T14:00:00.000Z'],
  ['more than a day ahead', '2026-11-19T14:00:01.000Z'],
])('an end %s is refused', async (_, until) => {
  const { status, body } = await begin({ words: WORDS, until })
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'refused_by_rule' })
  expect((await save()).status).toBe(201)
})

test('a message is required', async () => {
  expect((await begin({ words: '  ', until: UNTIL })).status).toBe(422)
})
