// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { MailFailed } from '#server/lib/integrations/mail.ts'
import type { Campaign } from '#shared/mail/campaigns/contract.ts'
import { app, clock, config, db, doJob, keys, pool } from '#test/app.ts'
import { sendCampaign } from './jobs.ts'

const server = aMailServer()
const services = { mail: server.mail }
const parts = { services, mailQueue: makeMailQueue(services, keys) }
const withMail = await buildApp({ db, keys, clock, logger: false, config, services })
const WORDS = { subject: 'News from Firstbell', text: 'One thing.\n\nAnother\nthing, <b>bold</b>.' }

type Sent = { token: string; body?: object; to?: typeof app }
const call = async (method: 'GET' | 'POST', url: string, { token, body, to = withMail }: Sent) => {
  const reply = await to.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(body && { payload: body }) })
  return { status: reply.statusCode, body: reply.json() }
}
const anAdministrator = async () => {
  const person = await aTeacher(db, { now: clock() })
  await makeAdmin(db, person.email, clock())
  return person
}
const teachers = (count: number) => Promise.all(Array.from({ length: count }, () => aTeacher(db, { now: clock() })))
const status = (userId: string, to: string) => pool.query('update subscriptions set status = $2 where user_id = $1', [userId, to])
/** Runs queued jobs until none are left, as the worker would. Failed jobs stay in the queue. */
const doAll = async (most = 20): Promise<void> => {
  const { rows } = await pool.query(`select id, name, payload from jobs where name in ('send-campaign', 'send-mail') order by id`)
  if (rows.length === 0 || most === 0) return
  for (const { id, name, payload } of rows)
    await doJob(name === 'send-mail' ? sendMailWith(LETTERS) : sendCampaign, clock(), { ...parts, payload }).then(
      () => pool.query('delete from jobs where id = $1', [id]),
      () => undefined,
    )
  await doAll(most - 1)
}
const latest = async (token: string): Promise<Campaign> => (await call('GET', '/api/admin/email', { token })).body.campaigns[0]
const start = ({ token }: { token: string }, body: object = {}) =>
  call('POST', '/api/admin/email/campaigns', { token, body: { id: randomUUID(), segment: 'all', ...WORDS, ...body } })
const addresses = () => server.sent.map(({ to }) => to.address).sort()

beforeEach(() => {
  server.sent.length = 0
  server.tries = 0
  server.fails = undefined
})

describe('a campaign', () => {
  test('is sent once to everyone in its segment, with a greeting and an unsubscribe link', async () => {
    const admin = await anAdministrator()
    const [ann, bob, carl] = await teachers(3)
    await status(`${ann?.userId}`, 'PROTEACHERACTIVE')
    await status(`${bob?.userId}`, 'TRIALEXPIRED')
    const { body } = await call('GET', '/api/admin/email', admin)
    expect(body).toMatchObject({ isConfigured: true, campaigns: [] })
    expect(body.segments).toEqual({
      trial: { people: 2, reached: 2 },
      expired: { people: 1, reached: 1 },
      subscribers: { people: 1, reached: 1 },
      all: { people: 4, reached: 4 },
    })
    const id = randomUUID()
    expect((await start(admin, { id, segment: 'trial' })).status).toBe(200)
    expect((await start(admin, { id, segment: 'trial' })).status).toBe(200)
    expect(await latest(admin.token)).toMatchObject({ state: 'preparing', people: 0 })
    await doAll()
    expect(addresses()).toEqual([admin.email, carl?.email].sort())
    expect(await latest(admin.token)).toMatchObject({ id, state: 'sent', people: 2, sent: 2, failed: 0, skipped: 0 })
    const [mail] = server.sent
    expect(mail).toMatchObject({ subject: WORDS.subject, unsubscribe: expect.stringContaining('/api/mail/unsubscribe?token=') })
    expect(mail?.text).toContain('Another thing, <b>bold</b>.')
    expect(mail?.html).toContain('Another thing, &lt;b&gt;bold&lt;/b&gt;.')
    const { rows } = await pool.query(`select act, actor_id from audit_log where act like 'mail.%'`)
    expect(rows).toEqual([{ act: 'mail.campaign', actor_id: admin.userId }])
  })

  test('is never sent to users who unsubscribed before or since, to bounced addresses, or to guests', async () => {
    const admin = await anAdministrator()
    const [before, since, bounced] = await teachers(3)
    const refuse = (id: string | undefined) =>
      pool.query(`update users set preferences = (preferences::jsonb || '{"mails": false}')::json where id = $1`, [id])
    await refuse(before?.userId)
    await pool.query('update users set email_bounced_at = now() where id = $1', [bounced?.userId])
    await withMail.inject({ method: 'POST', url: '/api/auth/guest', payload: { timezone: 'UTC' } })
    await start(admin)
    await doJob(sendCampaign, clock(), {
      ...parts,
      // The mail server is unavailable on the first attempt.
      services: { mail: { ...server.mail, send: async () => Promise.reject(new MailFailed('away', 'away')) } },
      payload: (await pool.query(`select payload from jobs where name = 'send-campaign'`)).rows[0].payload,
    })
    await refuse(since?.userId)
    await doAll()
    expect(addresses()).toEqual([admin.email])
    expect(await latest(admin.token)).toMatchObject({ state: 'sent', people: 2, sent: 1, skipped: 1 })
  })

  test('with more recipients than one batch continues until all have it', async () => {
    const admin = await anAdministrator()
    await pool.query(`
      with people as (
        insert into users (email, timezone, preferences, created_at)
        select 'many-' || n || '@school.example', 'UTC', '{}', now() from generate_series(1, 120) as n returning id)
      insert into subscriptions (user_id, status, free_trial_started) select id, 'TRIAL', now() from people`)
    await start(admin)
    await doAll()
    expect(new Set(addresses()).size).toBe(121)
    expect(server.sent).toHaveLength(121)
    expect(await latest(admin.token)).toMatchObject({ state: 'sent', people: 121, sent: 121 })
  })

  test('waits entirely while the mail server is unavailable, and is sent once it’s back', async () => {
    const admin = await anAdministrator()
    await teachers(5)
    await start(admin)
    server.fails = 'away'
    await doAll(1)
    expect(server.tries).toBe(3)
    expect(await latest(admin.token)).toMatchObject({ state: 'sending', people: 6, sent: 0 })
    server.fails = undefined
    await doAll()
    expect(server.sent).toHaveLength(6)
  })

  test('that is stopped isn’t sent to anyone else', async () => {
    const admin = await anAdministrator()
    await teachers(2)
    await start(admin)
    const { id } = await latest(admin.token)
    expect((await call('POST', `/api/admin/email/campaigns/${id}/stop`, admin)).status).toBe(200)
    expect((await call('POST', `/api/admin/email/campaigns/${id}/stop`, admin)).status).toBe(404)
    await doAll()
    expect(server.sent).toEqual([])
    expect(await latest(admin.token)).toMatchObject({ state: 'stopped', sent: 0 })
  })

  test.each([
    ['no subject', { subject: ' ' }, 422],
    ['a subject of two lines', { subject: 'News\r\nBcc: all@school.example' }, 400],
    ['a text that is too long', { text: 'x'.repeat(5001) }, 413],
    ['a segment that there is not', { segment: 'teachers' }, 400],
  ])('with %s is refused, and nothing is queued', async (_, body, expected) => {
    const admin = await anAdministrator()
    expect((await start(admin, body)).status).toBe(expected)
    expect((await pool.query(`select 1 from jobs where name = 'send-campaign'`)).rows).toEqual([])
  })
})

describe('a test mail', () => {
  test('is sent only to its author, even if they unsubscribed, and isn’t in any report', async () => {
    const admin = await anAdministrator()
    await teachers(2)
    await pool.query(`update users set preferences = '{"mails": false}' where id = $1`, [admin.userId])
    expect((await call('POST', '/api/admin/email/test', { ...admin, body: WORDS })).status).toBe(200)
    expect(addresses()).toEqual([admin.email])
    expect((await call('GET', '/api/admin/email', admin)).body.campaigns).toEqual([])
  })

  test.each([
    ['away', 'We can’t reach the mail server right now. Try again in a few minutes.'],
    ['unknown', 'The mail server says your address doesn’t exist.'],
  ] as const)('that the mail server rejects (%s) reports why', async (reason, message) => {
    const admin = await anAdministrator()
    server.fails = reason
    expect(await call('POST', '/api/admin/email/test', { ...admin, body: WORDS })).toMatchObject({ status: 422, body: { message } })
  })
})

test('without a mail server, the tab says so and nothing is sent', async () => {
  const admin = await anAdministrator()
  expect((await call('GET', '/api/admin/email', { ...admin, to: app })).body.isConfigured).toBe(false)
  expect((await call('POST', '/api/admin/email/test', { ...admin, to: app, body: WORDS })).status).toBe(503)
})
