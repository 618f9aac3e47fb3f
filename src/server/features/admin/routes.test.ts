import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { DAY_MS } from '#shared/dates.ts'
import { call, clock, db, pool } from '#test/app.ts'
import { makeAdmin } from './actions.ts'

const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS)
const anAdministrator = async () => {
  const teacher = await aTeacher(db, { now: clock() })
  await makeAdmin(db, teacher.email, clock())
  await pool.query(`update users set created_at = '2020-01-01' where id = $1`, [teacher.userId])
  return teacher
}
const plan = (userId: string, change: string) => pool.query(`update subscriptions set ${change} where user_id = $1`, [userId])
const figures = async ({ token }: { token: string }) => (await call('GET', '/api/admin/analytics', { token })).body

test('an administrator sees how many people there are, and the current status of their trials and plans', async () => {
  const admin = await anAdministrator()
  await plan(admin.userId, `status = 'PROTEACHERACTIVE', free_trial_started = now() - interval '9 years'`)
  expect(await figures(admin)).toEqual({
    totalUsers: 1,
    newUsersThisWeek: 0,
    newUsersThisMonth: 0,
    activeSubscribers: 1,
    activeTrialUsers: 0,
    expiredTrialUsers: 0,
    totalReferralCredits: 0,
  })
  await aTeacher(db, { now: daysAgo(0) })
  const [over, ended, granted, again] = await Promise.all([200, 200, 200, 3].map((days) => aTeacher(db, { now: daysAgo(days) })))
  // A plan past its end date doesn't count, even if the job hasn't updated the status yet. A trial that is still running does.
  await plan(`${ended?.userId}`, `status = 'PROTEACHERACTIVE', plan_ends_at = '${daysAgo(1).toISOString()}'`)
  await plan(`${granted?.userId}`, `status = 'PROTEACHERACTIVE', plan_ends_at = '${daysAgo(-30).toISOString()}'`)
  await plan(`${again?.userId}`, `status = 'PROTEACHERACTIVE', plan_ends_at = '${daysAgo(1).toISOString()}'`)
  expect(over).toBeDefined()
  await call('POST', '/api/auth/guest', { body: { timezone: 'America/New_York' } })
  expect(await figures(admin)).toMatchObject({
    totalUsers: 6,
    activeSubscribers: 2,
    activeTrialUsers: 2,
    expiredTrialUsers: 1,
  })
})

test('weeks and months start in the administrator’s time zone', async () => {
  const admin = await anAdministrator()
  await pool.query(`update users set timezone = 'Pacific/Auckland' where id = $1`, [admin.userId])
  const now = clock()
  const auckland = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(now)
  const weekday = new Date(`${auckland}T00:00:00Z`).getUTCDay() || 7
  for (const days of [weekday - 1, weekday + 1]) await aTeacher(db, { now: daysAgo(days) })
  expect(await figures(admin)).toMatchObject({ totalUsers: 3, newUsersThisWeek: 1 })
})

test('nobody else sees them', async () => {
  const teacher = await aTeacher(db, { now: clock() })
  expect((await call('GET', '/api/admin/analytics', { token: teacher.token })).status).toBe(403)
  expect((await call('GET', '/api/admin/analytics')).status).toBe(401)
})
