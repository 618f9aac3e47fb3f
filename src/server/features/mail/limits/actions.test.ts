// @module-tag engine

import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { sendReminders } from '#server/features/billing/reminders/jobs.ts'
import { forgetSignInAttempts } from '#server/features/sign-in/guessing/jobs.ts'
import { claimDue } from '#server/lib/jobs/queries.ts'
import { clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { makeMailQueue } from '../actions.ts'
import { aMailServer } from '../samples.ts'

const services = { mail: aMailServer().mail }
const mailQueue = makeMailQueue(services, keys)
const app = await buildApp({ db, keys, clock, logger: false, config, services })

type Sent = { token?: string; body?: object }
const send = async (method: 'POST' | 'DELETE' | 'PATCH', url: string, { token, body }: Sent = {}) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const reply = await app.inject({ method, url, headers, ...(body && { payload: body }) })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
}
const register = (email: string) => send('POST', '/api/auth/register', { body: { email, password: 'first-bell' } })
const leave = (token: string) => send('POST', '/api/user/delete', { token, body: { password: 'first-bell', confirmation: 'DELETE' } })
const login = (email: string) => send('POST', '/api/auth/login', { body: { email, password: 'first-bell' } })
/** Signs in a hundred times, one second apart, without the cookie that identifies a known browser. */
const loginOften = async (email: string) => {
  const begun = clock().getTime()
  await times(100, (turn) => {
    setClock(new Date(begun + turn * 1000).toISOString())
    return login(email)
  })
}
const forgot = (email: string) => send('POST', '/api/auth/forgot-password', { body: { email } })
const askToConfirm = (token: string) => send('POST', '/api/user/confirm-address', { token })
const confirm = (email: string) => pool.query('update users set email_confirmed_at = $2 where email = $1', [email, clock()])
/** Returns the kinds of the queued emails, in sending order. */
const leaving = async (): Promise<string[]> => {
  const claimed = await claimDue(db, ['send-mail', 'send-password-link'], 60_000)
  if (!claimed) return []
  if (claimed.name === 'send-password-link') return ['password-reset', ...(await leaving())]
  const { rows } = await pool.query('select kind from mails where id = $1', [(claimed.payload as { mailId: string }).mailId])
  // Emails to a deleted account aren't sent.
  return [...rows.map(({ kind }) => kind), ...(await leaving())]
}
const queued = async (kind: string): Promise<number> =>
  (
    await pool.query(
      `select 1 from jobs left join mails on mails.id::text = payload->>'mailId'
       where mails.kind = $1 or (name = 'send-password-link' and $1 = 'password-reset')`,
      [kind],
    )
  ).rows.length
const sendMails = async () => (await pool.query(`select 1 from jobs where name = 'send-mail'`)).rows.length
const times = async (count: number, act: (turn: number) => Promise<unknown>) => {
  for (let turn = 0; turn < count; turn++) await act(turn)
}

describe('a stranger who uses someone else’s address', () => {
  test('and signs in a hundred times without a cookie triggers no new-device mail', async () => {
    await register('maya@school.example')
    await loginOften('maya@school.example')
    expect(await queued('new-device')).toBe(0)
  })

  test('and signs up and deletes the account ten times triggers at most three mails', async () => {
    await times(10, async (turn) => {
      const email = turn % 2 === 0 ? 'maya.rivera@gmail.com' : `MayaRivera+${turn}@googlemail.com`
      await leave((await register(email)).body.token)
    })
    expect(await sendMails()).toBe(3)
    expect((await pool.query("select key from limits where key like 'mail %'")).rows).toEqual([
      { key: expect.not.stringMatching(/maya|rivera|gmail/i) },
    ])
  })

  test('and does everything that one round allows, ten times over, queues at most eight mails', async () => {
    await times(10, async () => {
      const { token } = (await register('maya@school.example')).body
      await login('maya@school.example')
      await askToConfirm(token)
      await forgot('maya@school.example')
      await leave(token)
    })
    expect((await pool.query(`select 1 from jobs where name in ('send-mail', 'send-password-link')`)).rows).toHaveLength(8)
  })

  test('and invites, withdraws and invites again from two accounts triggers at most five mails', async () => {
    const [ann, bob, maya] = [await aTeacher(db), await aTeacher(db), await aTeacher(db)]
    await times(8, async () => {
      for (const { token } of [ann, bob]) {
        const { status, body } = await send('POST', '/api/collaboration/invite', { token, body: { collaboratorEmail: maya.email } })
        // The invitation exists even if no email announces it.
        expect(status).toBe(201)
        await send('DELETE', `/api/collaboration/outbound-invite/${body.id}`, { token })
      }
    })
    expect(await queued('invited')).toBe(5)
  })

  test('never uses up the limit of mail that the owner requests or needs to know', async () => {
    const maya = await aTeacher(db)
    await times(30, (turn) => mailQueue.queue(db, { userId: maya.userId, kind: 'invited', about: `${turn}` }, clock()))
    expect((await askToConfirm(maya.token)).status).toBe(200)
    expect((await forgot(maya.email)).status).toBe(200)
    expect(await mailQueue.queue(db, { userId: maya.userId, kind: 'payment-failed', about: 'sub in' }, clock())).toBe(0)
    expect(await queued('invited')).toBe(5)
  })
})

describe('a teacher with a confirmed address', () => {
  test('whose password is used a hundred times without a cookie is notified once an hour', async () => {
    await register('maya@school.example')
    await confirm('maya@school.example')
    await loginOften('maya@school.example')
    expect(await queued('new-device')).toBe(1)
    setClock('2026-11-18T15:00:01Z')
    await times(3, () => login('maya@school.example'))
    expect(await queued('new-device')).toBe(2)
  })

  test('receives the mails that they request, no matter how many campaign mails came before', async () => {
    const maya = await aTeacher(db)
    await pool.query(
      `insert into mails (user_id, kind, about, queued_at) select $1, 'campaign', n::text, now() from generate_series(1, 40) as n`,
      [maya.userId],
    )
    expect([(await askToConfirm(maya.token)).status, (await forgot(maya.email)).status]).toEqual([200, 200])
    expect([await queued('confirm-address'), await queued('password-reset')]).toEqual([1, 1])
  })
})

describe('requesting a mail too often is refused with the time to wait', () => {
  test('for an address confirmation', async () => {
    const { token } = (await register('maya@school.example')).body
    expect((await askToConfirm(token)).status).toBe(200)
    setClock('2026-11-18T14:00:01Z')
    expect((await askToConfirm(token)).status).toBe(200)
    setClock('2026-11-18T14:30:00Z')
    const refused = await askToConfirm(token)
    expect([refused.status, refused.body]).toEqual([
      429,
      { code: 'too_many', message: 'We’ve already sent you several emails. Open the latest one, or try again in 90 minutes.' },
    ])
    expect(refused.headers['retry-after']).toBe('5400')
    setClock('2026-11-18T16:00:00Z')
    expect((await askToConfirm(token)).status).toBe(200)
  })

  test('for a password link, with the same message whether or not the address has an account', async () => {
    const maya = await aTeacher(db, { email: 'maya@school.example', now: clock() })
    // Other emails sent to an account must not be detectable from these responses.
    await times(20, (turn) => mailQueue.queue(db, { userId: maya.userId, kind: 'role-changed', about: `${turn}` }, clock()))
    const answers = async (email: string) => {
      const found: unknown[] = []
      for (let hour = 14; hour < 24; hour++) {
        setClock(`2026-11-18T${hour}:00:00Z`)
        await times(4, async () => {
          const { status, body } = await forgot(email)
          found.push([hour, status, body.message])
        })
      }
      return found
    }
    const known = await answers(maya.email)
    expect(known).toEqual(await answers('nobody@school.example'))
    expect(known).toContainEqual([
      15,
      429,
      'Too many links were requested for this email. Use the latest one you received, or try again in 12 minutes.',
    ])
    expect(known.filter((answer) => (answer as [number, number])[1] === 200)).toHaveLength(12)
  })

  test('for a password link that an administrator requests for a teacher', async () => {
    const [ada, maya] = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
    await makeAdmin(db, ada.email, clock())
    const sendLink = () =>
      send('POST', `/api/admin/users/${maya.userId}/password-link`, { token: ada.token, body: { password: ada.password } })
    await times(5, sendLink)
    expect((await sendLink()).status).toBe(429)
    expect((await pool.query(`select 1 from audit_log where act = 'account.link'`)).rows).toHaveLength(5)
  })
})

test('a teacher over the mail limit gets the trial reminder an hour later, and the reminder job still finishes', async () => {
  const [maya, ben] = [await aTeacher(db, { now: clock() }), await aTeacher(db, { now: clock() })]
  setClock('2026-11-23T15:00:00Z')
  await times(10, (turn) => mailQueue.queue(db, { userId: maya.userId, kind: 'role-changed', about: `${turn}` }, clock()))
  await doJob(sendReminders, clock(), { services, mailQueue })
  const told = async () => (await pool.query(`select user_id from mails where kind = 'trial-ending' order by queued_at`)).rows
  expect(await told()).toEqual([{ user_id: ben.userId }])
  setClock('2026-11-23T16:30:00Z')
  await doJob(sendReminders, clock(), { services, mailQueue })
  expect(await told()).toEqual([{ user_id: ben.userId }, { user_id: maya.userId }])
})

test('thirty concurrent mails queue no more than thirty consecutive ones', async () => {
  const maya = await aTeacher(db)
  const one = (about: number) =>
    db.transaction((db) => mailQueue.queue(db, { userId: maya.userId, kind: 'role-changed', about: `${about}` }, clock()))
  const waits = await Promise.all(Array.from({ length: 30 }, (_, turn) => one(turn)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  expect([await queued('role-changed'), (await pool.query('select 1 from mails')).rows.length]).toEqual([10, 10])
})

test('concurrent mails to the same people, in any order, never deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => aTeacher(db)))
  const userIds = people.map(({ userId }) => userId)
  const toAll = (userIds: string[], about: string) =>
    db.transaction((db) => mailQueue.queueToAll(db, { userIds, kind: 'role-changed', about }, clock()))
  const rounds = Array.from({ length: 4 }, (_, turn) => [toAll(userIds, `${turn} a`), toAll([...userIds].reverse(), `${turn} b`)])
  await Promise.all(rounds.flat())
  expect(await queued('role-changed')).toBe(48)
})

test('password links, confirmations and payment failures are sent before mail that was queued earlier', async () => {
  const maya = await aTeacher(db, { email: 'maya@school.example', now: clock() })
  await times(3, (turn) => mailQueue.queue(db, { userId: maya.userId, kind: 'invited', about: `${turn}` }, clock()))
  await mailQueue.queue(db, { userId: maya.userId, kind: 'payment-failed', about: 'sub in' }, clock())
  await askToConfirm(maya.token)
  await forgot(maya.email)
  expect(await leaving()).toEqual(['payment-failed', 'confirm-address', 'password-reset', 'invited', 'invited', 'invited'])
})

describe('the mail limits of an address', () => {
  const counted = async () => (await pool.query("select 1 from limits where key like 'mail %'")).rows.length

  test('are deleted when the next mail would be the first again', async () => {
    await register('maya@school.example')
    await doJob(forgetSignInAttempts, new Date('2026-11-18T15:59:00Z'))
    expect(await counted()).toBe(1)
    await doJob(forgetSignInAttempts, new Date('2026-11-18T16:01:00Z'))
    expect(await counted()).toBe(0)
  })
})
