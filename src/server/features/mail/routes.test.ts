import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin, openSchool } from '#server/features/admin/actions.ts'
import { refresh } from '#server/features/billing/actions.ts'
import { endPlans } from '#server/features/billing/jobs.ts'
import { insertCustomer } from '#server/features/billing/queries.ts'
import { sendReminders } from '#server/features/billing/reminders/jobs.ts'
import { aPaymentService, aSubscription } from '#server/features/billing/samples.ts'
import { sendPasswordLink } from '#server/features/sign-in/reset/jobs.ts'
import { LETTERS } from '#server/letters.ts'
import { app, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { makeMailQueue } from './actions.ts'
import { forgetOldMails, sendMailWith } from './jobs.ts'
import { aMailServer } from './samples.ts'
import { unsubscribeToken } from './unsubscribe/policy.ts'

const sendMail = sendMailWith(LETTERS)
const server = aMailServer()
const services = { mail: server.mail }
const parts = { services, mailQueue: makeMailQueue(services, keys) }
const withMail = await buildApp({ db, keys, clock, logger: false, config, services })

type Sent = { token?: string; body?: object; headers?: Record<string, string>; to?: typeof app }
const post = async (url: string, { token, body, headers = {}, to = withMail }: Sent = {}) => {
  const reply = await to.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json() }
}
const queued = async (): Promise<{ name: string; payload: { mailId: string } }[]> =>
  (await pool.query('select name, payload from jobs order by id')).rows
/** Runs the queued jobs as the worker would. Failed jobs remain in the queue. */
const sendAll = async (): Promise<void> => {
  const { rows } = await pool.query(`select id, payload from jobs where name = 'send-mail' order by id`)
  for (const { id, payload } of rows)
    await doJob(sendMail, clock(), { services, payload }).then(
      () => pool.query('delete from jobs where id = $1', [id]),
      () => undefined,
    )
}
const outcomes = async () => (await pool.query('select kind, outcome from mails order by queued_at, kind')).rows
const subjects = () => server.sent.map(({ to, subject }) => `${to.address}: ${subject}`)

beforeEach(() => {
  server.sent.length = 0
  server.tries = 0
  server.fails = undefined
})

/** Confirms all addresses, so that new-device emails are sent to them. */
const confirmed = () => pool.query('update users set email_confirmed_at = created_at')
const register = (email = 'maya@school.example', more: object = {}) =>
  post('/api/auth/register', { body: { email, password: 'first-bell', timezone: 'America/New_York', ...more } })

describe('without a mail server', () => {
  test('nothing is queued, and features that need mail aren’t offered', async () => {
    await post('/api/auth/register', { to: app, body: { email: 'maya@school.example', password: 'first-bell' } })
    const { body } = await post('/api/auth/login', { to: app, body: { email: 'maya@school.example', password: 'first-bell' } })
    expect((await post('/api/user/confirm-address', { to: app, token: body.token })).status).toBe(503)
    expect((await post('/api/auth/forgot-password', { to: app, body: { email: 'maya@school.example' } })).status).toBe(503)
    expect([await queued(), await outcomes()]).toEqual([[], []])
  })
})

describe('a user who signs up', () => {
  test('is welcomed once, and their name is escaped in the mail', async () => {
    await register('maya@school.example', { displayName: '<b>"R"</b>\r\nBcc: all@school' })
    await sendAll()
    expect(subjects()).toEqual(['maya@school.example: Welcome to Firstbell'])
    expect(server.sent[0]?.text).toContain('Hi <b>"R"</b> Bcc: all@school,')
    expect(server.sent[0]?.html).toContain('Hi &lt;b&gt;&quot;R&quot;&lt;/b&gt;')
    expect(server.sent[0]?.unsubscribe).toMatch(/^https:\/\/plan\.school\.example\/api\/mail\/unsubscribe\?token=/)
    expect(await outcomes()).toEqual([{ kind: 'welcome', outcome: 'sent' }])
  })

  test('isn’t welcomed if the sign-up fails', async () => {
    await register()
    expect((await register()).status).toBe(409)
    expect(await queued()).toHaveLength(1)
  })

  test('after being a guest is welcomed only then; guests get no mail', async () => {
    const { body } = await post('/api/auth/guest', { body: {} })
    expect(await queued()).toEqual([])
    expect((await post('/api/user/confirm-address', { token: body.token })).status).toBe(403)
    await post('/api/auth/guest/sign-up', { token: body.token, body: { email: 'maya@school.example', password: 'first-bell' } })
    expect(await queued()).toHaveLength(1)
  })

  test('and deletes the account before the mail is sent gets none', async () => {
    const { body } = await register()
    const [job] = await queued()
    await post('/api/user/delete', { token: body.token, body: { confirmation: 'DELETE' } })
    await doJob(sendMail, clock(), { services, payload: job?.payload ?? {} })
    expect(server.sent).toEqual([])
  })
})

describe('a mail server', () => {
  test('that is unavailable receives the same mail again under the same id; sent mail isn’t sent again', async () => {
    await register()
    const [job] = await queued()
    const again = () => doJob(sendMail, clock(), { services, payload: job?.payload ?? {} })
    server.fails = 'away'
    await expect(again()).rejects.toThrow('The mail server failed')
    expect(await outcomes()).toEqual([{ kind: 'welcome', outcome: null }])
    server.fails = undefined
    await again()
    await again()
    expect([server.tries, server.sent.map(({ id }) => id)]).toEqual([2, [job?.payload.mailId]])
  })

  test('that doesn’t know an address gets it flagged: it then receives only mail that the user requests', async () => {
    const { body } = await register()
    server.fails = 'unknown'
    await sendAll()
    expect(await outcomes()).toEqual([{ kind: 'welcome', outcome: 'unknown' }])
    const me = async () => (await withMail.inject({ url: '/api/user', headers: { authorization: `Bearer ${body.token}` } })).json()
    expect((await me()).mailComesBack).toBe(true)

    server.fails = undefined
    await post('/api/auth/login', { body: { email: 'maya@school.example', password: 'first-bell' } })
    await sendAll()
    expect([server.tries, subjects()]).toEqual([1, []])
    await post('/api/user/confirm-address', { token: body.token })
    await sendAll()
    expect(subjects()).toEqual(['maya@school.example: Confirm your email for Firstbell'])
    expect((await me()).mailComesBack).toBe(false)
  })

  test('that rejects a mail gets it only once, and the address stays valid', async () => {
    await register()
    server.fails = 'refused'
    await sendAll()
    expect([await outcomes(), await queued()]).toEqual([[{ kind: 'welcome', outcome: 'refused' }], []])
    expect((await pool.query('select email_bounced_at from users')).rows).toEqual([{ email_bounced_at: null }])
  })
})

describe('an address', () => {
  test('can be confirmed by the link in the mail for 30 days', async () => {
    await register()
    await sendAll()
    const token = server.link('confirm')
    const state = async () => (await pool.query('select email_confirmed_at as at from users')).rows[0].at
    expect((await post('/api/mail/confirm', { body: { token: `${token.slice(0, -2)}xx` } })).status).toBe(404)
    expect(await state()).toBeNull()
    setClock('2026-12-19T14:00:00Z')
    expect((await post('/api/mail/confirm', { body: { token } })).status).toBe(404)
    setClock('2026-12-18T13:00:00Z')
    expect((await post('/api/mail/confirm', { body: { token } })).status).toBe(200)
    expect(await state()).toEqual(clock())
  })
})

describe('one click', () => {
  const unsubscribe = (headers: Record<string, string>, payload: string) => {
    const { pathname, search } = new URL(server.sent[0]?.unsubscribe ?? '')
    return withMail.inject({ method: 'POST', url: pathname + search, headers, payload })
  }

  test.each([
    ['as mail programs send it', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
    ['as a form of parts', { 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\n\r\nList-Unsubscribe=One-Click\r\n--x--'],
  ])('ends mail that isn’t about the account, %s; account mail still arrives', async (_how, headers, payload) => {
    await register()
    await sendAll()
    expect((await unsubscribe(headers, payload)).statusCode).toBe(200)
    await confirmed()
    await post('/api/auth/login', { body: { email: 'maya@school.example', password: 'first-bell' } })
    setClock('2026-11-24T14:00:00Z')
    await doJob(sendReminders, clock(), parts)
    await sendAll()
    expect(await outcomes()).toEqual([
      { kind: 'new-device', outcome: 'sent' },
      { kind: 'welcome', outcome: 'sent' },
      { kind: 'trial-ending', outcome: 'unwanted' },
    ])
    expect(server.sent.find(({ subject }) => subject.startsWith('New sign-in'))?.unsubscribe).toBeUndefined()
  })

  test('works for 300 people whose mail provider sends all clicks from one address', async () => {
    const tokens = Array.from({ length: 300 }, (_, at) => unsubscribeToken(keys, { address: `teacher-${at}@school.example` }))
    const statuses: number[] = []
    for (const token of tokens) statuses.push((await post(`/api/mail/unsubscribe?token=${token}`)).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    // Email clients don't request the same link this often.
    const again = await Promise.all(Array.from({ length: 40 }, () => post(`/api/mail/unsubscribe?token=${tokens[0]}`)))
    expect(again.filter(({ status }) => status === 429)).toHaveLength(21)
  })

  test('can be undone in Preferences', async () => {
    const { body } = await register()
    await sendAll()
    await unsubscribe({}, '')
    const change = (preferences: object) =>
      withMail.inject({ method: 'PATCH', url: '/api/user', headers: { authorization: `Bearer ${body.token}` }, payload: { preferences } })
    expect((await change({})).json().preferences).toMatchObject({ mails: false, theme: 'light' })
    expect((await change({ mails: true })).json().preferences.mails).toBe(true)
  })

  test('on an invalid link changes nothing, and neither does opening the link', async () => {
    await register()
    await sendAll()
    const { pathname, search } = new URL(server.sent[0]?.unsubscribe ?? '')
    const look = await withMail.inject({ url: pathname + search })
    expect([look.statusCode, look.headers.location]).toEqual([303, expect.stringMatching(/^\/mail#unsubscribe=/)])
    expect((await post('/api/mail/unsubscribe?token=x')).status).toBe(404)
    expect((await post(`/api/mail/unsubscribe?token=${encodeURIComponent(server.link('confirm'))}`)).status).toBe(404)
    expect((await pool.query(`select preferences->>'mails' as mails from users`)).rows).toEqual([{ mails: null }])
  })
})

describe('a sign-in', () => {
  test('in a known browser sends no mail; in a new one it does', async () => {
    const { headers } = await withMail.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: 'maya@school.example', password: 'x' },
    })
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
    const login = (more: Record<string, string>) =>
      post('/api/auth/login', { body: { email: 'maya@school.example', password: 'x' }, headers: more })
    await confirmed()
    setClock('2026-11-18T15:00:00Z')
    await login({ cookie })
    expect(await queued()).toHaveLength(1)
    setClock('2026-11-18T16:30:00Z')
    await login({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' })
    await sendAll()
    expect(subjects().at(-1)).toBe('maya@school.example: New sign-in to your Firstbell account')
    expect(server.sent.at(-1)?.text).toContain('Device: Chrome on Windows\nTime: Wednesday, November 18 at 4:30 PM')
    setClock('2026-11-18T17:30:00Z')
    await login({ 'user-agent': 'curl/8.0' })
    await sendAll()
    expect(server.sent.at(-1)?.text).toContain('before.\n\nTime: Wednesday, November 18 at 5:30 PM')
  })
})

describe('a trial', () => {
  test('sends one mail two days before its end and one after it', async () => {
    await register()
    await sendAll()
    for (const [at, count] of [
      ['2026-11-23T13:00:00Z', 1],
      ['2026-11-23T15:00:00Z', 2],
      ['2026-11-24T15:00:00Z', 2],
      ['2026-11-25T15:00:00Z', 3],
      ['2026-11-26T15:00:00Z', 3],
    ] as const) {
      setClock(at)
      await doJob(sendReminders, clock(), parts)
      await doJob(endPlans, clock(), parts)
      await sendAll()
      expect(server.sent, at).toHaveLength(count)
    }
    expect(subjects().slice(1)).toEqual([
      'maya@school.example: Your Firstbell trial ends on Wednesday, November 25',
      'maya@school.example: Your Firstbell trial has ended',
    ])
  })

  test('sends no mail to platform admins', async () => {
    await register()
    await pool.query('update user_roles set is_admin = true')
    setClock('2026-11-24T14:00:00Z')
    await doJob(sendReminders, clock(), parts)
    setClock('2026-11-26T14:00:00Z')
    await doJob(endPlans, clock(), parts)
    expect(await queued()).toHaveLength(1)
  })

  test('sends no mail if everything is free', async () => {
    await register()
    const free = { mail: { ...server.mail, about: { ...server.mail.about, isFree: true } } }
    setClock('2026-11-24T14:00:00Z')
    await doJob(sendReminders, clock(), { ...parts, services: free })
    setClock('2026-11-26T14:00:00Z')
    await doJob(endPlans, clock(), { ...parts, services: free })
    expect(await queued()).toHaveLength(1)
  })
})

test('a yearly plan gets one mail per year, a week before it renews', async () => {
  const { body } = await register()
  const plan = `insert into billing_subscriptions (id, user_id, status, plan_type, price_id, amount, interval, period_end)
    values ('sub_1', $1, 'active', 'yearly', 'price_y', 6000, 'year', '2026-11-25T13:00:00Z'),
      ('sub_2', $1, 'active', 'monthly', 'price_m', 800, 'month', '2026-11-20T13:00:00Z')`
  await pool.query(plan, [body.user.id])
  for (let turn = 0; turn < 3; turn++) await doJob(sendReminders, clock(), parts)
  await sendAll()
  expect(subjects().slice(1)).toEqual(['maya@school.example: Your Firstbell plan renews on Wednesday, November 25'])
  expect(server.sent[1]?.text).toContain('$60.00')
  expect(server.sent[1]?.html).toContain('Your plan renews on Wednesday, November\u00A025</h1>')
  await pool.query(`update billing_subscriptions set period_end = '2027-11-25T13:00:00Z' where id = 'sub_1'`)
  setClock('2027-11-20T13:00:00Z')
  await doJob(sendReminders, clock(), parts)
  await sendAll()
  expect(server.sent).toHaveLength(3)
})

test('a failed payment sends one mail, and none if it was paid in the meantime', async () => {
  const world = aPaymentService()
  const failing = (latestInvoiceId: string) =>
    world.states.set('cus_1', {
      subscriptions: [aSubscription({ id: 'sub_1', status: 'past_due', latestInvoiceId })],
      invoices: [],
      cards: [],
    })
  const { body } = await register()
  await sendAll()
  await insertCustomer(db, { userId: body.user.id, customerId: 'cus_1' })
  const ask = () => refresh({ db, payments: world.payments, mailQueue: parts.mailQueue, now: clock() }, 'cus_1')
  failing('in_1')
  await ask()
  await ask()
  await sendAll()
  expect(subjects().slice(1)).toEqual(['maya@school.example: Your Firstbell payment didn’t go through'])
  expect(server.sent[1]?.text).toContain('Plan: Pro Teacher\nPrice: $8.00 a month')
  const paid = { subscriptions: [aSubscription({ id: 'sub_1' })], invoices: [], cards: [] }
  world.states.set('cus_1', paid)
  await ask()
  failing('in_2')
  await ask()
  world.states.set('cus_1', paid)
  await ask()
  await sendAll()
  expect(server.sent).toHaveLength(2)
  expect(await outcomes()).toContainEqual({ kind: 'payment-failed', outcome: 'moot' })
})

describe('an invite', () => {
  test('from a colleague is sent by mail, unless it was withdrawn', async () => {
    const ann = await aTeacher(db, { email: 'ann@school.example', displayName: 'Ann Lee', now: clock() })
    const bob = await aTeacher(db, { email: 'bob@school.example', displayName: 'See https://evil.example/now', now: clock() })
    await aTeacher(db, { email: 'carl@school.example', now: clock() })
    const invite = (token: string, collaboratorEmail: string) => post('/api/collaboration/invite', { token, body: { collaboratorEmail } })
    await invite(ann.token, 'carl@school.example')
    await invite(bob.token, 'carl@school.example')
    const { body } = await invite(ann.token, 'bob@school.example')
    await withMail.inject({
      method: 'DELETE',
      url: `/api/collaboration/outbound-invite/${body.id}`,
      headers: { authorization: `Bearer ${ann.token}` },
    })
    await sendAll()
    // The inviter's name isn't in the subject, and a name that contains a website isn't in the email at all.
    expect(subjects()).toEqual(Array(2).fill('carl@school.example: A teacher wants to share lesson plans with you'))
    const [fromAnn, fromBob] = server.sent
    expect(fromAnn?.text).toContain('Ann Lee (ann@school.example) invited you to view their schedule')
    expect(fromAnn?.text).toMatch(/View invitation: https?:\S+\/collaboration$/m)
    expect(fromBob?.text).toContain('bob@school.example invited you to view their schedule')
    expect([fromAnn?.html.split('Ann Lee').length, fromBob?.html]).toEqual([2, expect.not.stringContaining('evil')])
    expect(await outcomes()).toContainEqual({ kind: 'invited', outcome: 'moot' })
  })

  test('from a school is also sent to an address without an account, until it unsubscribes', async () => {
    const ann = await aTeacher(db, { email: 'ann@school.example', displayName: 'Ann Lee', now: clock() })
    for (const [name, wants] of [
      ['Lincoln', true],
      ['Hill', false],
    ] as const) {
      await pool.query('update user_roles set school_id = null, school_administration = false, joined_school_at = null')
      await openSchool(db, { name, timezone: 'UTC', email: ann.email }, clock())
      expect((await post('/api/admin/school-invitations', { token: ann.token, body: { email: 'new@school.example' } })).status).toBe(201)
      await sendAll()
      if (!wants) continue
      const { pathname, search } = new URL(server.sent[0]?.unsubscribe ?? '')
      expect(pathname + search).not.toContain('new@')
      expect((await post(pathname + search)).status).toBe(200)
    }
    expect(subjects()).toEqual(['new@school.example: Join Lincoln on Firstbell'])
    expect(server.sent[0]?.text).toContain('https://plan.school.example/auth?mode=register')
    expect(await outcomes()).toContainEqual({ kind: 'school-invited', outcome: 'unwanted' })
    expect(JSON.stringify((await pool.query('select * from silent_addresses')).rows)).not.toContain('new@')
  })
})

test('sent mails are deleted after a year', async () => {
  await register()
  await doJob(forgetOldMails, new Date('2027-11-18T14:00:00Z'))
  expect(await outcomes()).toHaveLength(1)
  await doJob(forgetOldMails, new Date('2027-11-20T14:00:00Z'))
  expect(await outcomes()).toEqual([])
})

describe('a platform admin', () => {
  const admin = async () => {
    const person = await aTeacher(db, { now: clock() })
    await makeAdmin(db, person.email, clock())
    return person
  }

  test('is notified, like all others, of new and removed admins', async () => {
    const [ada, ann] = [await admin(), await aTeacher(db, { now: clock(), displayName: 'Ann Lee' })]
    const set = (isAdmin: boolean) =>
      withMail.inject({
        method: 'PATCH',
        url: `/api/admin/users/${ann.userId}/admin`,
        headers: { authorization: `Bearer ${ada.token}` },
        payload: { isAdmin },
      })
    expect((await set(true)).statusCode).toBe(200)
    await sendAll()
    const textTo = ({ email }: { email: string }) => server.sent.find(({ to }) => to.address === email)?.text
    expect(subjects().sort()).toEqual([`${ada.email}: Firstbell has a new admin`, `${ann.email}: You’re now a Firstbell admin`].sort())
    expect(textTo(ada)).toContain('Ann Lee became an admin of Firstbell on ')
    expect(textTo(ann)).toContain('You became an admin of Firstbell on ')
    server.sent.length = 0
    expect((await set(false)).statusCode).toBe(200)
    await sendAll()
    expect(subjects().sort()).toEqual(
      [`${ada.email}: A Firstbell admin was removed`, `${ann.email}: You’re no longer a Firstbell admin`].sort(),
    )
    // A former admin can't open the events.
    expect([textTo(ada), textTo(ann)]).toEqual([expect.stringContaining('tab=security'), expect.not.stringContaining('/admin')])
  })

  test('can send a teacher a password link', async () => {
    const [ada, ann] = [await admin(), await aTeacher(db, { now: clock() })]
    const send = (to = withMail) => post(`/api/admin/users/${ann.userId}/password-link`, { token: ada.token, to })
    expect((await send(app)).status).toBe(503)
    expect(await queued()).toEqual([])
    expect((await send()).status).toBe(200)
    const [job] = await queued()
    await doJob(sendPasswordLink, clock(), { services, payload: job?.payload })
    expect(subjects()).toEqual([`${ann.email}: Reset your Firstbell password`])
    expect((await pool.query(`select actor_id, subject_id from audit_log where act = 'account.link'`)).rows).toEqual([
      { actor_id: ada.userId, subject_id: ann.userId },
    ])
  })
})
