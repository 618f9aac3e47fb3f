import { beforeEach, describe, expect, test } from 'vitest'
import { aSchool, aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { endPlans } from '#server/features/billing/jobs.ts'
import { aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db, doJob, pool, setClock } from '#test/app.ts'
import { listUsers } from './actions.ts'

type Person = Awaited<ReturnType<typeof aTeacher>>
const at = (instant: string) => new Date(instant)
const teacher = (given: { email?: string; displayName?: string; now?: Date } = {}) => aTeacher(db, { now: clock(), ...given })
const acts = async () =>
  (await pool.query(`select act, actor_id, subject_id from audit_log where act <> 'users.searched' order by id`)).rows.map(
    ({ act, actor_id, subject_id }) => [act, actor_id, subject_id],
  )
/** Keeps sessions valid and confirmed no matter how far a test moves the clock. */
const staySignedIn = () =>
  pool.query(
    `update sessions set idle_expires_at = '2028-01-01', expires_at = '2028-01-01', last_seen_at = '2027-12-31', confirmed_at = '2028-01-01'`,
  )

let ada: Person
let ann: Person
beforeEach(async () => {
  ada = await teacher({ email: 'ada@firstbell.example', displayName: 'Ada', now: at('2026-11-01T12:00:00Z') })
  await makeAdmin(db, ada.email, clock())
  ann = await teacher({ email: 'ann.okafor@lincoln.example', displayName: 'Ann Okafor', now: at('2026-11-10T12:00:00Z') })
  await staySignedIn()
})

const page = (number: number | string, size: number | string = 20) =>
  call('GET', `/api/admin/users/${number}/${size}`, { token: ada.token })
const found = async (q: string) => {
  const { status, body } = await call('GET', `/api/admin/search?${new URLSearchParams({ q })}`, { token: ada.token })
  expect(status).toBe(200)
  return body.map(({ email }: { email: string }) => email)
}
const person = (userId = ann.userId) => call('GET', `/api/admin/users/${userId}`, { token: ada.token })
const setAdmin = (by: Person, of: Person, isAdmin: boolean) =>
  call('PATCH', `/api/admin/users/${of.userId}/admin`, { token: by.token, body: { isAdmin } })

describe('the list of people', () => {
  test('is sorted newest first, with plans and usage, without guests', async () => {
    await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    await pool.query(
      `insert into ai_months (user_id, month, allowance, used) values ($1, '2026-11', 1000000, 387520), ($1, '2026-10', 1000000, 5)`,
      [ann.userId],
    )
    const { status, body } = await page(1)
    expect([status, body.total]).toEqual([200, 2])
    expect(body.users).toEqual([
      {
        id: ann.userId,
        email: 'ann.okafor@lincoln.example',
        displayName: 'Ann Okafor',
        subscriptionStatus: 'TRIALEXPIRED',
        freeTrialStarted: '2026-11-10T12:00:00.000Z',
        planInterval: null,
        planEndsAt: null,
        createdAt: '2026-11-10T12:00:00.000Z',
        lastSeenAt: '2027-12-31T00:00:00.000Z',
        schoolName: null,
        referralCredits: 0,
        monthlyTokenUsage: 387520,
        tokensAllowance: 1_000_000,
        aiFeatureFlag: false,
        isAdmin: false,
      },
      expect.objectContaining({ email: ada.email, isAdmin: true, monthlyTokenUsage: 0 }),
    ])
  })

  test('has each person’s school and how they pay', async () => {
    const { administrator, name } = await aSchoolWith(db, { now: clock() })
    await pool.query(
      `insert into billing_subscriptions (id, user_id, status, plan_type, price_id, amount, interval, period_end, ends_with_plan)
       values ('sub_plan', $1, 'active', 'yearly', 'price', 6000, 'year', '2027-11-01', false),
              ('sub_ai', $1, 'active', 'ai_addon', 'price', 500, 'month', '2027-12-01', false)`,
      [administrator.userId],
    )
    await staySignedIn()
    const { body } = await page(1)
    const row = body.users.find(({ id }: { id: string }) => id === administrator.userId)
    expect(row).toMatchObject({ schoolName: name, planInterval: 'year' })
  })

  test.each([
    ['TRIAL', ['new@school.example']],
    ['TRIALEXPIRED', ['ann.okafor@lincoln.example', 'ada@firstbell.example']],
    ['PROTEACHERACTIVE', ['paid@school.example']],
    ['PROTEACHEREXPIRED', ['ended@school.example']],
  ])('lists the people whose status is %s', async (status, emails) => {
    await teacher({ email: 'new@school.example' })
    const old = at('2026-11-09T12:00:00Z')
    const [paid, ended] = [
      await teacher({ email: 'paid@school.example', now: old }),
      await teacher({ email: 'ended@school.example', now: old }),
    ]
    await pool.query(`update subscriptions set status = 'PROTEACHERACTIVE' where user_id = $1`, [paid.userId])
    await pool.query(`update subscriptions set status = 'PROTEACHEREXPIRED' where user_id = $1`, [ended.userId])
    await staySignedIn()
    const { body } = await call('GET', `/api/admin/users/1/20?status=${status}`, { token: ada.token })
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(emails)
    expect(body.total).toBe(emails.length)
    expect(new Set(body.users.map((user: { subscriptionStatus: string }) => user.subscriptionStatus))).toEqual(new Set([status]))
  })

  test('can start with the people who were active last, and ends with those who are signed out everywhere', async () => {
    const gone = await teacher({ email: 'gone@school.example' })
    await pool.query('delete from sessions where user_id = $1', [gone.userId])
    await pool.query(`update sessions set last_seen_at = '2026-11-17' where user_id = $1`, [ann.userId])
    const { body } = await call('GET', '/api/admin/users/1/20?order=active', { token: ada.token })
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual([ada.email, ann.email, gone.email])
    expect(body.users[2].lastSeenAt).toBeNull()
  })

  test('pages through everyone without gaps, and is empty past the end', async () => {
    await aSchool(db, { teachers: 7, now: clock() })
    const seen: string[] = []
    for (const number of [1, 2, 3, 4]) {
      const { body } = await page(number, 3)
      expect(body.total).toBe(10)
      seen.push(...body.users.map(({ id }: { id: string }) => id))
    }
    expect([seen.length, new Set(seen).size]).toEqual([10, 10])
    expect((await page(1_000_000_000, 100)).body).toEqual({ users: [], total: 10 })
  })

  test.each([
    [0, 20],
    [-1, 20],
    ['1.5', 20],
    ['9999999999', 20],
    ['1e9', 20],
    [1, 0],
    [1, 101],
    ['%27', 20],
  ])('page %s of %s people is refused', async (number, size) => {
    expect((await page(number, size)).status).toBe(400)
  })

  test('shows on an installation without plans the same status that people see themselves', async () => {
    const { users } = await listUsers(db, { page: 1, pageSize: 20 }, clock(), { isFree: true })
    expect(users.map(({ subscriptionStatus }) => subscriptionStatus)).toEqual(['PROTEACHERACTIVE', 'PROTEACHERACTIVE'])
  })
})

describe('a search', () => {
  beforeEach(async () => {
    await teacher({ email: '100%_sure@washington.example', displayName: 'Back\\slash' })
  })

  test.each([
    ['a part of an address', 'okafor@', ['ann.okafor@lincoln.example']],
    ['an address in capitals', 'ANN.OKAFOR@LINCOLN.EXAMPLE', ['ann.okafor@lincoln.example']],
    ['a domain', '@washington.example', ['100%_sure@washington.example']],
    ['a part of a name, in any case', '  n oKA ', ['ann.okafor@lincoln.example']],
    ['a percent sign', '%', ['100%_sure@washington.example']],
    ['an underscore', '_', ['100%_sure@washington.example']],
    ['a backslash', '\\', ['100%_sure@washington.example']],
    ['a quote', "' or 1=1 --", []],
    ['nobody', 'zzz', []],
  ])('finds people by %s', async (_, q, emails) => {
    expect(await found(q)).toEqual(emails)
  })

  test('finds the newest fifty', async () => {
    await aSchool(db, { teachers: 60, now: clock() })
    expect(await found('colleague')).toHaveLength(50)
  })

  test.each([
    ['of nothing', '   ', 422],
    ['of 101 characters', 'x'.repeat(101), 413],
    ['of 10 kB', '%'.repeat(10_240), 413],
    ['of a NUL', '\0', 400],
  ])('%s is refused', async (_, q, status) => {
    expect((await call('GET', `/api/admin/search?${new URLSearchParams({ q })}`, { token: ada.token })).status).toBe(status)
  })

  test('is logged without its text', async () => {
    await found('ann')
    const { rows } = await pool.query(`select actor_id, subject_id from audit_log where act = 'users.searched'`)
    expect(rows).toEqual([{ actor_id: ada.userId, subject_id: null }])
  })

  test('is logged once while somebody types, and again an hour later', async () => {
    const searches = async () => (await pool.query(`select 1 from audit_log where act = 'users.searched'`)).rows.length
    for (const typed of ['an', 'ann', 'ann ', 'ann l', 'ann le', 'ann lee']) await found(typed)
    await Promise.all(['bob', 'bob m', 'bob ma'].map(found))
    expect(await searches()).toBe(1)
    setClock(new Date(clock().getTime() + 59 * 60_000).toISOString())
    await found('bea')
    expect(await searches()).toBe(1)
    setClock(new Date(clock().getTime() + 60_000).toISOString())
    await Promise.all(['carl', 'carl d'].map(found))
    expect(await searches()).toBe(2)
  })
})

describe('a platform admin', () => {
  test('adds and removes others, effective at their next call', async () => {
    expect((await setAdmin(ann, ann, true)).status).toBe(403)
    expect((await setAdmin(ada, ann, true)).body).toEqual({ success: true })
    expect((await setAdmin(ada, ann, true)).status).toBe(200)
    expect((await setAdmin(ann, ada, false)).status).toBe(200)
    expect((await page(1)).status).toBe(403)
    expect(await acts()).toEqual([
      ['role.admin', null, ada.userId],
      ['role.admin', ada.userId, ann.userId],
      ['role.not_admin', ann.userId, ada.userId],
    ])
  })

  test('needs a proof of identity for either, which lasts five minutes', async () => {
    const bea = await teacher()
    await makeAdmin(db, bea.email, clock())
    const admins = async () => (await pool.query('select user_id from user_roles where is_admin order by user_id')).rows
    const before = await admins()
    await pool.query('update sessions set confirmed_at = $1', [clock()])
    setClock('2026-11-18T14:05:01Z')
    expect((await setAdmin(ada, ann, true)).body.code).toBe('proof_needed')
    expect((await setAdmin(ada, ada, false)).body.code).toBe('proof_needed')
    expect(await admins()).toEqual(before)
    const proof = await call('POST', '/api/auth/proof', { token: ada.token, body: { password: ada.password } })
    expect([proof.status, proof.body]).toEqual([204, undefined])
    setClock('2026-11-18T14:10:01Z')
    expect((await setAdmin(ada, ann, true)).body).toEqual({ success: true })
    expect((await setAdmin(ada, bea, false)).status).toBe(200)
    setClock('2026-11-18T14:10:02Z')
    expect((await setAdmin(ada, ann, false)).body.code).toBe('proof_needed')
  })

  test('cannot leave as the last one, in any way', async () => {
    const refusal = { code: 'last_administrator', message: 'There has to be at least one admin.' }
    const ways = [
      await setAdmin(ada, ada, false),
      await call('POST', '/api/user/delete', { token: ada.token, body: { confirmation: 'DELETE' } }),
      await call('POST', `/api/admin/users/${ada.userId}/delete`, { token: ada.token, body: { email: ada.email } }),
    ]
    expect(ways.map(({ status, body }) => [status, body])).toEqual(ways.map(() => [409, refusal]))
    await setAdmin(ada, ann, true)
    expect((await setAdmin(ada, ada, false)).status).toBe(200)
  })

  test('is neither a school administrator nor a guest', async () => {
    const { administrator } = await aSchoolWith(db, { now: clock() })
    expect((await setAdmin(ada, administrator, true)).status).toBe(422)
    const { body: guest } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    expect((await setAdmin(ada, { ...ann, userId: guest.user.id }, true)).status).toBe(404)
  })
})

describe("a person's page", () => {
  test('shows plans and devices, and nothing they wrote', async () => {
    const body = { studentNotes: '<p>Secret one</p>', aiCustomInstructions: 'Secret two' }
    setClock('2026-11-12T12:00:00Z')
    expect((await call('PATCH', '/api/user', { token: ann.token, body })).status).toBe(200)
    await call('POST', '/api/calendar', { token: ann.token, body: { date: '2026-11-18', noteText: 'Secret three', hasNote: true } })
    await pool.query(`update sessions set last_seen_at = '2026-11-12T12:00:00Z' where user_id = $1`, [ann.userId])
    const reply = await person()
    expect(reply.body).toMatchObject({
      email: ann.email,
      subscriptionStatus: 'TRIAL',
      lastSeenAt: '2026-11-12T12:00:00.000Z',
      hasPassword: true,
      hasGoogle: false,
      items: [],
      credits: [],
      tokensAllowance: 1_000_000,
      school: null,
      devices: [{ userAgent: null, lastSeenAt: '2026-11-12T12:00:00.000Z', isCurrent: false }],
    })
    expect(JSON.stringify(reply.body)).not.toMatch(/Secret|hash|bearer/i)
  })

  test('shows their school', async () => {
    const { administrator, id, name } = await aSchoolWith(db, { now: clock(), members: 3 })
    expect((await person(administrator.userId)).body.school).toEqual({ id, name, isAdministrator: true, teachers: 4, administrators: 1 })
  })

  test('is not found for guests and deleted people', async () => {
    const { body: guest } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    expect((await person(guest.user.id)).status).toBe(404)
    expect((await person('7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d')).status).toBe(404)
  })
})

describe('a grant', () => {
  const grant = (body: { until?: string | null; aiUntil?: string | null }, { by = ada, to = ann.userId } = {}) =>
    call('PATCH', `/api/admin/users/${to}/plan`, { token: by.token, body })
  const seen = async () => {
    const { subscriptionStatus, aiFeatureFlag } = (await person()).body
    return [subscriptionStatus, aiFeatureFlag]
  }

  test('lasts until the end of its day in the teacher’s time zone, for the plan and the add-on', async () => {
    expect((await grant({ until: '2026-12-31', aiUntil: '2027-01-15' })).status).toBe(200)
    expect(await seen()).toEqual(['PROTEACHERACTIVE', true])
    const { token } = ann
    expect((await call('GET', '/api/subscription/status', { token })).body).toEqual({
      items: [],
      grantedUntil: '2026-12-31',
      aiGrantedUntil: '2027-01-15',
    })
    setClock('2027-01-01T05:00:00Z')
    await doJob(endPlans)
    expect(await seen()).toEqual(['PROTEACHEREXPIRED', true])
    const note = { date: '2027-01-04', noteText: 'Picture day', hasNote: true }
    expect((await call('POST', '/api/calendar', { token, body: note })).status).toBe(402)
    setClock('2027-01-16T05:00:00Z')
    expect(await seen()).toEqual(['PROTEACHEREXPIRED', false])
    expect((await acts()).slice(1, 3)).toEqual([
      ['plan.granted', ada.userId, ann.userId],
      ['addon.granted', ada.userId, ann.userId],
    ])
  })

  test('can be withdrawn for the plan or the add-on alone', async () => {
    await grant({ until: '2026-12-31', aiUntil: '2026-12-31' })
    await grant({ until: null })
    expect(await seen()).toEqual(['PROTEACHEREXPIRED', true])
    await grant({ aiUntil: null })
    expect(await seen()).toEqual(['PROTEACHEREXPIRED', false])
    expect((await acts()).slice(3).map(([act]) => act)).toEqual(['plan.withdrawn', 'addon.withdrawn'])
  })

  test('is not logged as withdrawn for people who had none', async () => {
    const before = await acts()
    expect((await grant({ until: null, aiUntil: null })).status).toBe(200)
    await grant({ aiUntil: '2026-12-31' })
    await grant({ until: null })
    expect((await acts()).slice(before.length).map(([act]) => act)).toEqual(['addon.granted'])
  })

  test.each([
    ['for a day in the past', { until: '2026-11-17' }, 422],
    ['without a date', {}, 422],
  ])('is refused %s', async (_, body, status) => {
    expect((await grant(body as { until: string })).status).toBe(status)
    expect(await seen()).toEqual(['TRIALEXPIRED', false])
  })

  test('is refused to teachers, and for unknown people', async () => {
    expect((await grant({ until: '2199-12-31' }, { by: ann })).status).toBe(403)
    expect((await grant({ until: '2026-12-31' }, { to: '7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d' })).status).toBe(404)
    expect((await grant({ until: '2026-12-31' }, { to: 'ann' })).status).toBe(400)
  })

  test('a credit is a free month, twelve at most', async () => {
    const add = () => call('POST', `/api/admin/users/${ann.userId}/credits`, { token: ada.token })
    await pool.query(
      `insert into referral_credits (user_id, amount, earned_at, expires_at) select $1, 800, now(), '2027-11-01' from generate_series(1, 11)`,
      [ann.userId],
    )
    expect((await add()).status).toBe(200)
    const { body } = await person()
    expect([body.referralCredits, body.credits.at(-1)]).toEqual([12, { amount: 800, expiresOn: '2027-11-18' }])
    expect((await add()).body).toEqual({
      code: 'refused_by_rule',
      message: 'This person already has 12 credits, the most anyone can hold.',
    })
    expect((await acts()).slice(1)).toEqual([['credit.given', ada.userId, ann.userId]])
  })
})

describe('devices', () => {
  test('are signed out one by one, only those of the given person', async () => {
    setClock('2026-11-12T12:00:00Z')
    const [{ id }] = (await person()).body.devices
    const end = (userId: string) => call('DELETE', `/api/admin/users/${userId}/sessions/${id}`, { token: ada.token })
    expect((await end(ada.userId)).status).toBe(404)
    expect((await end(ann.userId)).status).toBe(200)
    expect((await call('GET', '/api/user', { token: ann.token })).status).toBe(401)
    expect((await acts()).slice(1)).toEqual([['sessions.ended', ada.userId, ann.userId]])
  })

  test('are signed out all at once, except the admin’s own current one', async () => {
    setClock('2026-11-12T12:00:00Z')
    const end = (userId: string) => call('DELETE', `/api/admin/users/${userId}/sessions`, { token: ada.token })
    expect([(await end(ann.userId)).status, (await end(ada.userId)).status]).toEqual([200, 200])
    expect((await call('GET', '/api/user', { token: ann.token })).status).toBe(401)
    expect((await page(1)).status).toBe(200)
  })
})

describe('deleting a person', () => {
  const remove = (body: object, { userId }: { userId: string } = ann) =>
    call('POST', `/api/admin/users/${userId}/delete`, { token: ada.token, body })

  test('requires their email, and leaves no data behind', async () => {
    expect((await remove({ email: 'ann@lincoln.example' })).status).toBe(422)
    expect((await person()).status).toBe(200)
    expect((await remove({ email: ' ANN.Okafor@lincoln.example' })).status).toBe(200)
    expect((await person()).status).toBe(404)
    expect((await call('GET', '/api/user', { token: ann.token })).status).toBe(401)
    expect((await acts()).slice(1)).toEqual([['account.deleted', ada.userId, ann.userId]])
    // A user who signs up again continues the earlier trial.
    const { body } = await call('POST', '/api/auth/register', { body: { email: ann.email, password: 'first-bell' } })
    expect(body.user.subscriptionStatus).toBe('TRIALEXPIRED')
  })

  test('is not found for deleted people and guests', async () => {
    const { body: guest } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
    expect((await remove({ email: ann.email }, { userId: guest.user.id })).status).toBe(404)
    await remove({ email: ann.email })
    expect((await remove({ email: ann.email })).status).toBe(404)
  })
})
