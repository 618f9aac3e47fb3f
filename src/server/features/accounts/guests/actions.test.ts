import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher, quickPasswords } from '#server/features/accounts/samples.ts'
import { makeTrials } from '#server/features/billing/trials/actions.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import type { Refused } from '#server/lib/http/refuse.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { DAY_MS } from '#shared/dates.ts'
import { app, call, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { ownGuest } from './actions.ts'
import { forgetGuests } from './jobs.ts'

const deps = {
  signUp: config.signUp,
  keys,
  trials: makeTrials(keys, config),
  mailQueue: CLOSED_MAIL_QUEUE,
}
const START = Date.parse('2026-11-18T14:00:00Z')
const daysLater = (days: number) => new Date(START + days * DAY_MS)
const at = (instant: Date) => setClock(instant.toISOString())

const aGuest = async (timezone = 'America/New_York'): Promise<{ token: string; id: string; calendarId: string }> => {
  const { status, body } = await call('POST', '/api/auth/guest', { body: { timezone } })
  expect(status).toBe(201)
  return { token: body.token, id: body.user.id, calendarId: body.user.calendarId }
}
const daysOf = async (token: string) => (await call('GET', '/api/calendar', { token })).body
const signUp = (token: string, body: object = {}) =>
  call('POST', '/api/auth/guest/sign-up', { token, body: { email: 'maya@school.example', password: 'first-bell', ...body } })
/** Returns the tables that contain this user's ID or calendar ID. */
const rowsOf = async ({ id, calendarId }: { id: string; calendarId: string }): Promise<string[]> => {
  const { rows: tables } = await pool.query(`select table_name as name from information_schema.tables where table_schema = 'public'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select 1 from public."${name}" as row where row::text like '%${id}%' or row::text like '%${calendarId}%'`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('someone who tries Firstbell', () => {
  test('gets a planner with a sample week in one call, without an address', async () => {
    const { status, body } = await call('POST', '/api/auth/guest', { body: { timezone: 'America/New_York' } })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({
      isGuest: true,
      email: null,
      subscriptionStatus: 'TRIAL',
      timezone: 'America/New_York',
      preferences: { theme: 'light' },
    })
    const days = await daysOf(body.token)
    expect(days.map(({ date }: { date: string }) => date)).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
    for (const { blocks } of days) expect(blocks.length).toBeGreaterThan(4)
    const { headers } = await app.inject({ method: 'POST', url: '/api/auth/guest', payload: {} })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('on a local weekend gets the sample in the coming week', async () => {
    // It's Saturday in Auckland but still Friday in New York.
    setClock('2026-11-20T14:00:00Z')
    expect((await daysOf((await aGuest('Pacific/Auckland')).token))[0].date).toBe('2026-11-23')
    expect((await daysOf((await aGuest('America/New_York')).token))[0].date).toBe('2026-11-16')
  })

  test('can plan like anyone else for three days', async () => {
    const guest = await aGuest()
    expect((await call('POST', '/api/calendar', { token: guest.token, body: { date: '2026-12-01', blocks: [aBlock()] } })).status).toBe(201)
    at(new Date(daysLater(3).getTime() - 1))
    expect(await daysOf(guest.token)).toHaveLength(6)
    at(daysLater(3))
    expect((await call('GET', '/api/user', { token: guest.token })).status).toBe(401)
  })

  test('may store 5 MB of lessons, and more after signing up', async () => {
    const { token } = await aGuest()
    const block = aBlock({ description: `<p>${'Fractions '.repeat(19_000)}</p>` })
    const blocks = Array.from({ length: 9 }, (_, order) => ({ ...block, id: `block_${order}`, order }))
    const save = (date: string, as = token) => call('POST', '/api/calendar', { token: as, body: { date, blocks } })
    for (const date of ['2026-12-01', '2026-12-02', '2026-12-03']) expect((await save(date)).status).toBe(201)
    expect(await save('2026-12-04')).toMatchObject({ status: 422, body: { message: expect.stringContaining('5 MB') } })
    expect((await call('GET', '/api/user/storage', { token })).body.lessons.limit).toBe(5 * 1024 * 1024)
    const { body } = await signUp(token)
    expect((await save('2026-12-04', body.token)).status).toBe(201)
  })

  test('can’t change a password they don’t have', async () => {
    const { token } = await aGuest()
    const reply = await call('POST', '/api/auth/change-password', { token, body: { currentPassword: 'x', newPassword: 'second bell' } })
    expect(reply).toMatchObject({ status: 403, body: { code: 'sign_up_needed' } })
  })

  test('can export and delete everything without a password', async () => {
    const guest = await aGuest()
    const headers = { authorization: `Bearer ${guest.token}` }
    const file = await app.inject({ method: 'POST', url: '/api/user/export', headers, payload: {} })
    expect(file.statusCode).toBe(200)
    expect(Object.keys(unzipSync(new Uint8Array(file.rawPayload)))).toHaveLength(16)
    expect((await call('POST', '/api/user/delete', { token: guest.token, body: { confirmation: 'DELETE' } })).status).toBe(200)
    // The remaining row is the job that records the deleted ID next to the backups.
    expect(await rowsOf(guest)).toEqual(['jobs'])
    expect((await call('GET', '/api/user', { token: guest.token })).status).toBe(401)
  })
})

test('a workshop of forty behind one address can start and sign up at once; further guests are refused', async () => {
  const usual = await buildApp({
    db,
    keys,
    clock,
    logger: false,
    config: { ...config, rateLimitPerMinute: 1200 },
    passwords: quickPasswords,
  })
  const open = async () => usual.inject({ method: 'POST', url: '/api/auth/guest', payload: { timezone: 'UTC' } })
  const forty = await Promise.all(Array.from({ length: 40 }, open))
  expect(new Set(forty.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  const signUps = await Promise.all(
    forty.map((guest, number) =>
      usual.inject({
        method: 'POST',
        url: '/api/auth/guest/sign-up',
        headers: { authorization: `Bearer ${guest.json().token}` },
        payload: { email: `teacher-${number}@workshop.example`, password: 'first-bell' },
      }),
    ),
  )
  expect(new Set(signUps.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))

  // In batches of ten, since this doesn't test how many guests the database can create per second.
  const more: Awaited<ReturnType<typeof open>>[] = []
  for (let ten = 0; ten < 10; ten++) more.push(...(await Promise.all(Array.from({ length: 10 }, open))))
  const refused = more.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(40)
  expect(refused[0]?.json()).toMatchObject({ code: 'too_many', message: 'Too many attempts. Try again in a minute.' })
  // The next workshop starts half an hour later.
  at(new Date(START + 30 * 60_000))
  expect((await open()).statusCode).toBe(201)
  await usual.close()
})

describe('a guest who signs up', () => {
  test('keeps everything under the same ID, starts the trial and invalidates the old token', async () => {
    const guest = await aGuest()
    const { token } = guest
    await call('POST', '/api/calendar', { token, body: { date: '2026-12-01', blocks: [aBlock({ title: 'Fractions' })] } })
    await call('POST', '/api/daily-templates', { token, body: { name: 'Normal day', blocks: [aBlock()] } })
    await call('PATCH', '/api/user', { token, body: { studentNotes: '<p>Ana</p>', preferences: { timeFormat: '24' } } })
    const before = await daysOf(token)
    at(daysLater(2))
    const { status, body } = await signUp(token, { displayName: ' Maya Lopez ' })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      id: guest.id,
      isGuest: false,
      email: 'maya@school.example',
      displayName: 'Maya Lopez',
      studentNotes: '<p>Ana</p>',
      timezone: 'America/New_York',
      preferences: { timeFormat: '24' },
      subscriptionStatus: 'TRIAL',
      freeTrialStarted: daysLater(2).toISOString(),
    })
    expect(await daysOf(body.token)).toEqual(before)
    expect((await call('GET', '/api/daily-templates', { token: body.token })).body).toHaveLength(1)
    expect((await call('GET', '/api/calendar/history?date=2026-12-01', { token: body.token })).body).toHaveLength(1)
    expect((await call('GET', '/api/user', { token })).status).toBe(401)
    // The guest has become a regular account.
    at(daysLater(6))
    await doJob(forgetGuests)
    const login = await call('POST', '/api/auth/login', { body: { email: 'maya@school.example', password: 'first-bell' } })
    expect(login).toMatchObject({ status: 200, body: { user: { id: guest.id } } })
    setClock(new Date(clock().getTime() + 301_000).toISOString())
    const deletion = await call('POST', '/api/user/delete', { token: login.body.token, body: { confirmation: 'DELETE' } })
    expect(deletion).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
  })

  test('with a taken address is refused and stays a guest', async () => {
    await aTeacher(db, { email: 'maya@school.example' })
    const guest = await aGuest()
    const reply = await signUp(guest.token)
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'taken', message: 'An account with this email already exists. Sign in, or use another email.' },
    })
    expect((await call('GET', '/api/user', { token: guest.token })).body).toMatchObject({ isGuest: true, email: null })
    expect(await daysOf(guest.token)).toHaveLength(5)
  })

  test('in two tabs at once gets one account', { tags: ['engine'] }, async () => {
    for (let round = 0; round < 6; round++) {
      const guest = await aGuest()
      const replies = await Promise.all([0, 1].map((tab) => signUp(guest.token, { email: `tab-${tab}-${round}@school.example` })))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
      const winner = replies.find(({ status }) => status === 200)?.body
      expect((await call('GET', '/api/user', { token: winner.token })).body).toMatchObject({ id: guest.id, email: winner.user.email })
    }
  })

  test('whose welcome mail can’t be queued stays a guest, and can sign up later', async () => {
    const posting = await buildApp({ db, keys, clock, logger: false, config, services: { mail: aMailServer().mail } })
    const { token, id } = await aGuest()
    const signUpThere = async () => {
      const payload = { email: 'maya@school.example', password: 'first-bell' }
      const headers = { authorization: `Bearer ${token}` }
      return (await posting.inject({ method: 'POST', url: '/api/auth/guest/sign-up', headers, payload })).statusCode
    }
    await pool.query(`alter table jobs add constraint full_queue check (name <> 'send-mail')`)
    try {
      expect(await signUpThere()).toBe(500)
    } finally {
      await pool.query('alter table jobs drop constraint full_queue')
    }
    expect((await call('GET', '/api/user', { token })).body).toMatchObject({ id, isGuest: true, email: null })
    expect((await pool.query('select 1 from mails')).rows).toEqual([])
    expect(await signUpThere()).toBe(200)
    expect((await pool.query('select kind from mails')).rows).toEqual([{ kind: 'welcome' }])
    await posting.close()
  })

  test('must choose a password of the operator’s minimum length', async () => {
    const strict = await buildApp({ db, keys, clock, logger: false, config: { ...config, passwordMinLength: 12 } })
    const { token } = await aGuest()
    const headers = { authorization: `Bearer ${token}` }
    const payload = { email: 'maya@school.example', password: 'short' }
    expect((await strict.inject({ method: 'POST', url: '/api/auth/guest/sign-up', headers, payload })).statusCode).toBe(422)
    await strict.close()
  })
})

test.each([{ googleId: 'a-google-id' }, { oidcId: 'a-district-id' }])(
  'a guest who signs up with %o needs no password link',
  async (way) => {
    const guest = await aGuest()
    const mailQueue = makeMailQueue({ mail: aMailServer().mail }, keys)
    const account = { email: 'maya@school.example', ...way, now: clock() }
    await db.transaction((db) => ownGuest(db, { ...deps, mailQueue }, { userId: guest.id, ...account }))
    expect((await pool.query('select kind from mails')).rows).toEqual([{ kind: 'welcome' }])
  },
)

test('a signed-in account can’t sign up again', async () => {
  const ann = await aTeacher(db)
  expect(await signUp(ann.token)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect((await call('GET', '/api/user', { token: ann.token })).body.email).toBe(ann.email)
})

describe('after three days', () => {
  test('guests are deleted with everything they planned, and nobody else is', async () => {
    const ann = await aTeacher(db, { now: clock() })
    const old = [await aGuest(), await aGuest()]
    at(daysLater(1))
    const young = await aGuest()
    await doJob(forgetGuests, new Date(daysLater(3).getTime() - 1))
    expect(await rowsOf(old[0] as (typeof old)[0])).not.toEqual([])
    await doJob(forgetGuests, new Date(daysLater(3).getTime() + 1))
    for (const guest of old) expect(await rowsOf(guest)).toEqual([])
    expect(await daysOf(young.token)).toHaveLength(5)
    expect((await call('GET', '/api/user', { token: ann.token })).status).toBe(200)
  })

  test('a guest who signs up at that moment keeps everything or is deleted completely, never partly', { tags: ['engine'] }, async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 20; round++) {
      setClock('2026-11-18T14:00:00Z')
      const guest = await aGuest()
      const account = { email: `round-${round}@school.example`, passwordHash: 'a hash', now: daysLater(3) }
      const sweep = () => doJob(forgetGuests, new Date(daysLater(3).getTime() + 1))
      const become = () =>
        db
          .transaction((db) => ownGuest(db, deps, { userId: guest.id, ...account }))
          .then(
            () => 'stayed',
            (error: Refused) => error.code,
          )
      const [outcome] = round % 2 ? await Promise.all([become(), sweep()]) : (await Promise.all([sweep(), become()])).reverse()
      outcomes.add(String(outcome))
      const { rows } = await pool.query('select email from users where id = $1', [guest.id])
      const { rows: days } = await pool.query('select date from calendar_days where calendar_id = $1', [guest.calendarId])
      if (outcome === 'stayed') expect([rows, days.length]).toEqual([[{ email: account.email }], 5])
      else expect([outcome, await rowsOf(guest)]).toEqual(['not_signed_in', []])
    }
    expect(outcomes).toContain('stayed')
  })
})
