import { beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import type { Act } from '#server/features/audit/tables.ts'
import { call, clock, db, doJob, pool } from '#test/app.ts'
import { countActiveTeachers } from './jobs.ts'

let admin: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  admin = await aTeacher(db, { now: new Date('2020-01-01T00:00:00Z') })
  await makeAdmin(db, admin.email, clock())
  await pool.query(`update sessions set idle_expires_at = '2027-01-01', expires_at = '2027-01-01', last_seen_at = '2026-11-18T13:59:00Z'`)
})

type Month = Record<'signUps' | 'activeTeachers' | 'trials' | 'turned' | 'subscribers' | 'aiTokens', number | null> & { month: string }
const history = async (): Promise<Month[]> => (await call('GET', '/api/admin/history', { token: admin.token })).body.months
const column = async (name: keyof Month) => Object.fromEntries((await history()).map((month) => [month.month, month[name]]))
const on = (day: string) => new Date(`${day}T12:00:00Z`)
const wrote = (day: string, act: Act, subjectId: string) => record(db, { at: on(day), act, subjectId })
const hasPlan = (userId: string) => pool.query(`update subscriptions set status = 'PROTEACHERACTIVE' where user_id = $1`, [userId])

test('there are twelve months, and a month without events is zero', async () => {
  const months = await history()
  expect(months.map(({ month }) => month)).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  ])
  expect(months.at(-1)).toEqual({ month: '2026-11', signUps: 0, activeTeachers: null, trials: 0, turned: 0, subscribers: 0, aiTokens: 0 })
})

test('sign-ups and converted trials by the month they started, without guests', async () => {
  await aTeacher(db, { now: on('2026-09-01') })
  const stays = await aTeacher(db, { now: on('2026-09-20') })
  const left = await aTeacher(db, { now: on('2026-10-02') })
  await hasPlan(stays.userId)
  await pool.query(`update subscriptions set status = 'PROTEACHEREXPIRED' where user_id = $1`, [left.userId])
  await call('POST', '/api/auth/guest', { body: {} })
  expect((await history()).slice(-3)).toMatchObject([
    { month: '2026-09', signUps: 2, trials: 2, turned: 1 },
    { month: '2026-10', signUps: 1, trials: 1, turned: 1 },
    { month: '2026-11', signUps: 0, trials: 0, turned: 0 },
  ])
})

test('subscribers at the end of each month, since logging began', async () => {
  const [ann, ben, carl] = await Promise.all([1, 2, 3].map(() => aTeacher(db, { now: on('2026-08-01') })))
  for (const teacher of [ann, carl]) await hasPlan(`${teacher?.userId}`)
  await wrote('2026-08-05', 'plan.begun', `${ann?.userId}`)
  await wrote('2026-09-05', 'plan.begun', `${ben?.userId}`)
  await wrote('2026-10-05', 'plan.ended', `${ben?.userId}`)
  await wrote('2026-10-06', 'plan.granted', `${carl?.userId}`)
  await wrote('2026-10-09', 'plan.granted', `${carl?.userId}`)
  // A user who deleted their account while they had a plan.
  await wrote('2026-09-07', 'plan.begun', admin.userId)
  await wrote('2026-11-07', 'account.deleted', admin.userId)
  expect(await column('subscribers')).toMatchObject({ '2026-07': null, '2026-08': 1, '2026-09': 3, '2026-10': 3, '2026-11': 2 })
})

test('AI tokens of all teachers', async () => {
  for (const [teacher, month, used] of [
    [await aTeacher(db, { now: clock() }), '2026-10', 1200],
    [await aTeacher(db, { now: clock() }), '2026-10', 300],
    [admin, '2026-11', 50],
  ] as const)
    await pool.query('insert into ai_months (user_id, month, allowance, used) values ($1, $2, 100000, $3)', [teacher.userId, month, used])
  expect(await column('aiTokens')).toMatchObject({ '2026-09': 0, '2026-10': 1500, '2026-11': 50 })
})

test('active teachers are counted during the month, even if they have signed out since', async () => {
  const ann = await aTeacher(db, { now: on('2026-11-02') })
  const ben = await aTeacher(db, { now: on('2026-10-02') })
  await call('POST', '/api/auth/login', { body: { email: ben.email, password: ben.password } })
  await pool.query('delete from sessions where user_id in ($1, $2)', [ann.userId, ben.userId])
  await call('POST', '/api/auth/guest', { body: {} })
  await doJob(countActiveTeachers)
  expect(await column('activeTeachers')).toMatchObject({ '2026-10': null, '2026-11': 2 })
  await pool.query('delete from sessions where user_id <> $1', [admin.userId])
  await doJob(countActiveTeachers)
  expect((await column('activeTeachers'))['2026-11']).toBe(2)
})
