import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { recordOwn } from '#server/features/audit/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import { call, clock, db, pool, setClock } from '#test/app.ts'

type Teacher = Awaited<ReturnType<typeof aTeacher>>
let ann: Teacher
let ben: Teacher
let admin: Teacher

beforeEach(async () => {
  ann = await aTeacher(db, { email: 'ann@lincoln.example', now: clock() })
  ben = await aTeacher(db, { email: 'ben_100%@hill.example', now: clock() })
  admin = await aTeacher(db, { email: 'root@firstbell.example', now: clock() })
  await pool.query('update user_roles set is_admin = true where user_id = $1', [admin.userId])
})

const read = async (address: string) => (await call('GET', `/api/admin/security${address}`, { token: admin.token })).body
const own = (act: 'session.begun' | 'session.failed' | 'session.locked', userId: string | null, at = clock()) =>
  recordOwn(db, { act, userId, ip: '203.0.113.9', at })
const ago = (hours: number) => new Date(clock().getTime() - hours * 3_600_000)
type Shown = { id: number; act: string }
const actsOn = async (address: string) => (await read(`/events${address}`)).events.map(({ act }: Shown) => act)

test('an administrator sees sign-ins and failed attempts of a day and a week, day by day', async () => {
  await own('session.begun', ann.userId)
  await own('session.begun', ben.userId, ago(30))
  await own('session.failed', ann.userId)
  await own('session.locked', ann.userId)
  await own('session.failed', null, ago(100))
  await own('session.failed', null, ago(400))
  const { status, day, week, byDay } = await read('')
  expect({ status, day, week }).toEqual({
    status: 'secure',
    day: { signIns: 1, wrong: 1, locked: 1 },
    week: { signIns: 2, wrong: 2, locked: 1 },
  })
  expect(byDay).toEqual([
    { date: '2026-11-12', signIns: 0, wrong: 0, locked: 0 },
    { date: '2026-11-13', signIns: 0, wrong: 0, locked: 0 },
    { date: '2026-11-14', signIns: 0, wrong: 1, locked: 0 },
    { date: '2026-11-15', signIns: 0, wrong: 0, locked: 0 },
    { date: '2026-11-16', signIns: 0, wrong: 0, locked: 0 },
    { date: '2026-11-17', signIns: 1, wrong: 0, locked: 0 },
    { date: '2026-11-18', signIns: 1, wrong: 1, locked: 1 },
  ])
})

test('an event has an actor, an action, a subject, a network, and a risk', async () => {
  await own('session.failed', ann.userId)
  await record(db, { at: clock(), actorId: admin.userId, act: 'plan.granted', subjectId: ben.userId })
  const here = (email: string) => ({ state: 'here', email })
  expect((await read('/events')).events.map(({ id: _, ...event }: Shown) => event)).toEqual([
    {
      at: '2026-11-18T14:00:00.000Z',
      act: 'plan.granted',
      risk: 'medium',
      actor: here('root@firstbell.example'),
      subject: here('ben_100%@hill.example'),
      school: null,
      network: null,
    },
    {
      at: '2026-11-18T14:00:00.000Z',
      act: 'session.failed',
      risk: 'medium',
      actor: null,
      subject: here('ann@lincoln.example'),
      school: null,
      network: '203.0.113.0/24',
    },
  ])
})

test('a person who has deleted their account has no email', async () => {
  await call('POST', '/api/user/delete', { token: ann.token, body: { confirmation: 'DELETE' } })
  const [event] = (await read('/events')).events
  expect(event).toMatchObject({ act: 'account.deleted', actor: { state: 'gone', email: null }, subject: { state: 'gone', email: null } })
  expect(await actsOn('?q=ann')).toEqual([])
})

describe('events are found', () => {
  beforeEach(async () => {
    await own('session.begun', ann.userId)
    await record(db, { at: clock(), actorId: ann.userId, act: 'invite.sent', subjectId: ben.userId })
    await record(db, { at: clock(), actorId: null, act: 'role.admin', subjectId: ben.userId })
  })

  test.each([
    ['by kind', '?kind=sign-ins', ['session.begun']],
    ['by another kind', '?kind=roles', ['role.admin']],
    ['by a part of the email of the actor or the subject', '?q=BEN', ['role.admin', 'invite.sent']],
    ['by both', '?q=ben&kind=sharing', ['invite.sent']],
    ['by an unknown email', '?q=carl', []],
    ['by wildcard characters', '?q=_100%25', ['role.admin', 'invite.sent']],
    ['all of them without a filter', '?q=', ['role.admin', 'invite.sent', 'session.begun']],
  ])('%s', async (_, address, acts) => expect(await actsOn(address)).toEqual(acts))

  test('an unknown category is refused', async () => {
    expect((await call('GET', '/api/admin/security/events?kind=all', { token: admin.token })).status).toBe(400)
  })
})

test('events are paged by fifty, newest first', async () => {
  await pool.query(`insert into audit_log (at, act) select now(), 'plan.begun' from generate_series(1, 101)`)
  const first = await read('/events?kind=plans')
  expect([first.events.length, first.hasMore]).toEqual([50, true])
  const second = await read(`/events?kind=plans&before=${first.events.at(-1).id}`)
  expect(second.events[0].id).toBe(first.events[49].id - 1)
  const third = await read(`/events?before=${second.events.at(-1).id}`)
  expect([third.events.length, third.hasMore]).toEqual([1, false])
})

test('days are in the administrator’s time zone', async () => {
  await pool.query(`update users set timezone = 'Pacific/Kiritimati' where id = $1`, [admin.userId])
  setClock('2026-11-18T14:30:00Z')
  await own('session.begun', ann.userId)
  expect((await read('')).byDay.at(-1)).toMatchObject({ date: '2026-11-19', signIns: 1 })
})
