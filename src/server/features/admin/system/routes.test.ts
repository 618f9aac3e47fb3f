// @module-tag engine
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aDailyTemplate } from '#server/features/templates/samples.ts'
import { call, clock, config, db, keys, pool } from '#test/app.ts'
import { makeOwnServer, reportOnce, startReporting } from './actions.ts'

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
  // Few at once, because each statement has a few seconds.
  for (let first = 1; first < 25_000; first += 2500)
    await pool.query(
      `insert into calendar_days (calendar_id, date, is_blocked, has_note, blocks, has_alert, bytes, version, operation_id)
       select $1, date '1970-01-01' + i, false, false, '[1, 2]', false, 0, 0, gen_random_uuid() from generate_series($2::int, $2 + 2499) i`,
      [rows[0].id, first],
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

describe('with several servers on one database', () => {
  const none = { requests: 0, errors: 0, steps: [] }
  const counts = { requests: 10, errors: 2, steps: [0, 9, 0, 1] }
  const traffic = { lastHour: () => counts, sinceStart: () => counts }
  const other = () => makeOwnServer({ keys, followKey: () => undefined, version: '2', openStreams: () => 3, traffic })
  const age = (id: string, by: string) =>
    pool.query(`update servers set seen_at = seen_at - $2::interval, started_at = started_at - $2::interval where id = $1`, [id, by])
  const rows = async () => (await pool.query('select version from servers')).rows

  test('an administrator sees each, and the calls of all of them together', async () => {
    const alone = await system()
    await reportOnce(db, other())
    const { servers, traffic, streams } = await system()
    expect(alone.servers).toHaveLength(1)
    expect(servers).toMatchObject([
      { version: '', isThis: true, isGone: false, streams: 0 },
      { version: '2', isThis: false, isGone: false, streams: 3, node: process.versions.node, lastHour: { requests: 10, errors: 2 } },
    ])
    expect(servers[1].memory).toBeGreaterThan(1_000_000)
    expect(streams).toBe(3)
    // The call before this one is counted, too.
    expect(traffic.lastHour).toMatchObject({ requests: alone.traffic.lastHour.requests + 1 + 10, errors: 2 })
    expect(traffic.sinceStart.requests).toBe(alone.traffic.sinceStart.requests + 1 + 10)
  })

  test('each says how long events waited for it, if it reports that', async () => {
    const slow = other()
    vi.spyOn(slow.loopDelay, 'read').mockReturnValue(41.6)
    await reportOnce(db, slow)
    expect((await system()).servers.map((server: { loopDelay: number }) => server.loopDelay)).toEqual([null, 42])
    await pool.query("update servers set figures = (figures::jsonb - 'loopDelay')::json")
    expect((await system()).servers[1].loopDelay).toBeNull()
  })

  test('one that died is listed as gone for an hour, and its calls count no longer', async () => {
    const died = other()
    await reportOnce(db, died)
    await age(died.id, '1 minute')
    const { servers, streams, traffic } = await system()
    expect(servers.map(({ version, isGone }: { version: string; isGone: boolean }) => [version, isGone])).toEqual([
      ['', false],
      ['2', true],
    ])
    expect([streams, traffic.lastHour.errors]).toEqual([0, 0])
    await age(died.id, '1 hour')
    expect((await system()).servers).toHaveLength(1)
    await reportOnce(
      db,
      makeOwnServer({
        keys,
        followKey: () => undefined,
        version: '3',
        openStreams: () => 0,
        traffic: { lastHour: () => none, sinceStart: () => none },
      }),
    )
    expect(await rows()).toEqual([{ version: '3' }])
  })

  test('one reports itself from its start until it is stopped, if others may share the database', async () => {
    const parts = { db, keys, clock, logger: false, config }
    const about = { version: '4', promise: '', settings: [] }
    const alone = await buildApp({ ...parts, about })
    const shared = await buildApp({ ...parts, about: { ...about, version: '5', isShared: true } })
    await Promise.all([alone.ready(), shared.ready()])
    await vi.waitFor(async () => expect(await rows()).toEqual([{ version: '5' }]))
    await Promise.all([alone.close(), shared.close()])
    expect(await rows()).toEqual([])
  })

  test('an outage is logged once, and doesn’t end the reports', async () => {
    const log = { info: vi.fn(), warn: vi.fn() }
    await pool.query('alter table servers rename to away')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const stop = await startReporting(db, other(), log)
    try {
      for (let reports = 0; reports < 3; reports++) await vi.advanceTimersByTimeAsync(10_000)
      await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1))
      await pool.query('alter table away rename to servers')
      await vi.advanceTimersByTimeAsync(10_000)
      await vi.waitFor(() => expect(log.info.mock.calls).toEqual([['the dashboard lists this server again']]))
    } finally {
      vi.useRealTimers()
      await pool.query('alter table if exists away rename to servers')
      await stop()
    }
    expect(log.warn.mock.calls.map(([, message]) => message)).toEqual(['the dashboard cannot list this server for now'])
    expect(await rows()).toEqual([])
  })
})
