// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aDailyTemplate } from '#server/features/templates/samples.ts'
import { call, clock, db, pool } from '#test/app.ts'

let admin: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  admin = await aTeacher(db, { now: clock() })
  await makeAdmin(db, admin.email, clock())
})
const system = async () => (await call('GET', '/api/admin/system', { token: admin.token })).body

test('an administrator sees versions, database size, and response times', async () => {
  await system()
  const { versions, database, traffic, startedAt, streams, stripe, ai } = await system()
  expect(versions).toMatchObject({ node: process.versions.node, database: expect.stringMatching(/^\d+\.\d+$/) })
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(traffic.lastHour.requests).toBeGreaterThan(0)
  expect(traffic.lastHour.p99).toBeGreaterThanOrEqual(traffic.lastHour.p50)
  expect(Date.parse(startedAt)).toBeLessThan(Date.now())
  expect({ streams, stripe, ai }).toEqual({ streams: 0, stripe: { isSetUp: false, lastEventAt: null }, ai: { isSetUp: false } })
})

test('days, templates and lessons are counted', async () => {
  await aDay(db, { owner: admin.userId, date: '2026-11-18', now: clock(), blocks: [aBlock(), aBlock()] })
  await aDay(db, { owner: admin.userId, date: '2026-11-19', now: clock(), blocks: [aBlock()] })
  await aDailyTemplate(db, { owner: admin.userId, blocks: [aBlock()] })
  await pool.query('update templates set deleted_at = now()')
  await aDailyTemplate(db, { owner: admin.userId, blocks: [aBlock()] })
  expect((await system()).counts).toEqual({ calendarDays: 2, templates: 1, timeBlocks: 3, isAbout: false })
})

test('large numbers of days are estimated', async () => {
  const { rows } = await pool.query('select id from calendars where user_id = $1', [admin.userId])
  await pool.query(
    `insert into calendar_days (calendar_id, date, is_blocked, has_note, blocks, has_alert, bytes, version, operation_id)
     select $1, date '1970-01-01' + i, false, false, '[1, 2]', false, 0, 0, gen_random_uuid() from generate_series(1, 25000) i`,
    [rows[0].id],
  )
  await pool.query('analyze calendar_days')
  const { counts } = await system()
  expect(counts).toEqual({ calendarDays: 25_000, templates: 0, timeBlocks: 50_000, isAbout: true })
})

describe('jobs', () => {
  const job = (name: string, schedule: string | null, gaveUp = false) =>
    pool.query(
      `insert into jobs (name, schedule, payload, run_at, gave_up_at) values ($1, $2, '{}', '2026-11-19T03:17:00Z', case when $3 then now() end) returning id`,
      [name, schedule, gaveUp],
    )
  const run = (name: string, hoursAgo: number, outcome: string, error: string | null = null) =>
    pool.query(
      `insert into job_runs (id, job_id, name, try, started_at, ended_at, outcome, error)
       values (gen_random_uuid(), 1, $1, 1, now() - $2 * interval '1 hour', now(), $3, $4)`,
      [name, hoursAgo, outcome, error],
    )

  test('each has its next run, its last outcome, and its failures within a day', async () => {
    await job('end-plans', '37 * * * *')
    await run('end-plans', 30, 'failed')
    await run('end-plans', 2, 'failed', 'Stripe is away')
    await run('end-plans', 1, 'done')
    await job('leave-stripe', null)
    await job('leave-stripe', null, true)
    await run('close-drive', 1, 'gave_up', 'Google is away')
    const { jobs } = await system()
    expect(
      jobs.map(({ lastRun, ...job }: { lastRun: { outcome: string; error: string } | null }) => ({
        ...job,
        ends: lastRun?.outcome ?? null,
      })),
    ).toEqual([
      { name: 'close-drive', schedule: null, nextAt: null, waiting: 0, gaveUp: 0, failures: 1, ends: 'gave_up' },
      { name: 'end-plans', schedule: '37 * * * *', nextAt: '2026-11-19T03:17:00.000Z', waiting: 0, gaveUp: 0, failures: 1, ends: 'done' },
      { name: 'leave-stripe', schedule: null, nextAt: '2026-11-19T03:17:00.000Z', waiting: 1, gaveUp: 1, failures: 0, ends: null },
    ])
    expect(jobs[0].lastRun.error).toBe('Google is away')
  })
})
