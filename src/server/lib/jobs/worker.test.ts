// @module-tag engine

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { DAY_MS } from '#shared/dates.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import { forgetOldRuns } from './forget.ts'
import { claimDue, enqueue } from './queries.ts'
import type { Job, JobCall } from './run.ts'
import { makeWorker, type Worker } from './worker.ts'

const database = await openTestDatabase()
const { db, pool } = database
const keys = makeKeyRing(newKey())
afterAll(() => database.close())

/** Log lines, each with its level and message. */
let said: string[] = []
const write = (level: string) => (line: object, words?: string) => void said.push(`${level}: ${words} ${JSON.stringify(line)}`)
const log = { info: write('info'), warn: write('warn'), error: write('error') } as never

beforeEach(async () => {
  said = []
  await emptyDatabase(db)
})

const aWorker = (jobs: Record<string, Job>, leaseMs = 60_000): Worker =>
  makeWorker({ db, jobs, keys, services: {}, mailQueue: CLOSED_MAIL_QUEUE, log, leaseMs })
const queued = (run: (call: JobCall) => unknown) => ({ run: async (call: JobCall) => void (await run(call)) })

/** Returns a promise and a function that resolves it. */
const whenTold = () => {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((keep) => {
    resolve = keep
  })
  return { promise, resolve }
}

const rows = async (query: string) => (await pool.query(query)).rows
const runs = () => rows('select name, try, outcome from job_runs order by started_at, try')
const jobsLeft = () =>
  rows('select name, tries, gave_up_at is not null as "isSetAside", claimed_until is not null as "isClaimed" from jobs')
/** Simulates this much time passing. */
const later = (interval: string) =>
  pool.query(`update jobs set run_at = run_at - $1::interval, claimed_until = claimed_until - $1::interval`, [interval])
const secondsUntilDue = async (): Promise<number> =>
  (await rows('select extract(epoch from run_at - now())::float8 as seconds from jobs'))[0].seconds

describe('queued work', () => {
  test('runs once with its payload, then is deleted', async () => {
    const given: unknown[] = []
    const worker = aWorker({ greet: queued(({ payload }) => given.push(payload)) })
    await enqueue(db, 'greet', { teacher: 7 })
    await worker.runDue()
    await worker.runDue()
    expect(given).toEqual([{ teacher: 7 }])
    expect(await jobsLeft()).toEqual([])
    expect(await runs()).toEqual([{ name: 'greet', try: 1, outcome: 'done' }])
    expect(said).toEqual([expect.stringMatching(/^info: job done .*"greet"/)])
  })

  test('exists only if its transaction commits', async () => {
    const given: unknown[] = []
    const worker = aWorker({ greet: queued(({ payload }) => given.push(payload)) })
    const change = async (teacher: number, failure?: Error) =>
      db.transaction(async (db) => {
        await enqueue(db, 'greet', { teacher })
        if (failure) throw failure
      })
    await expect(change(1, new Error('the change was refused'))).rejects.toThrow('refused')
    await change(2)
    await worker.runDue()
    expect(given).toEqual([{ teacher: 2 }])
  })

  test('waits until its time', async () => {
    let count = 0
    const worker = aWorker({ remind: queued(() => count++) })
    await enqueue(db, 'remind', {}, { runAt: new Date(Date.now() + 3_600_000) })
    await worker.runDue()
    expect(count).toBe(0)
    await later('61 minutes')
    await worker.runDue()
    expect(count).toBe(1)
  })

  test('runs in the order in which it was queued', async () => {
    const given: unknown[] = []
    for (let number = 0; number < 5; number++) await enqueue(db, 'greet', { number })
    await aWorker({ greet: queued(({ payload }) => given.push((payload as { number: number }).number)) }).runDue()
    expect(given).toEqual([0, 1, 2, 3, 4])
  })

  test('does not delay the rest if it takes long', async () => {
    const { promise, resolve } = whenTold()
    const done: string[] = []
    const worker = aWorker({ backup: queued(() => promise), mail: queued(() => done.push('mail')) })
    await enqueue(db, 'backup', {})
    await enqueue(db, 'mail', {})
    const first = worker.runDue()
    await expect.poll(runs).toHaveLength(1)
    await worker.runDue()
    expect(done).toEqual(['mail'])
    resolve()
    await first
  })
})

test('an email that a person waits for does not wait for background jobs, however many there are', async () => {
  const { promise, resolve } = whenTold()
  const done: string[] = []
  const mail: Job = { ...queued(() => done.push('mail')), isWaitedFor: true }
  const worker = aWorker({ house: queued(() => promise), mail })
  for (let job = 0; job < 5; job++) await enqueue(db, 'house', {})
  const looks = [worker.runDue(), worker.runDue(), worker.runDue()]
  await expect.poll(runs).toHaveLength(2)
  // Wait for the idle third lane to end. Until then, `runDue` would do nothing.
  await Promise.race(looks)
  await enqueue(db, 'mail', {})
  await worker.runDue()
  expect(done).toEqual(['mail'])
  resolve()
  await Promise.all(looks)
  expect(await jobsLeft()).toEqual([])
})

describe('several workers', () => {
  test('never run a job twice, or at the same time', async () => {
    const underWay = new Set<number>()
    const done: number[] = []
    const send = queued(async ({ payload }) => {
      const { number } = payload as { number: number }
      expect(underWay.has(number)).toBe(false)
      underWay.add(number)
      await pause(5)
      underWay.delete(number)
      done.push(number)
    })
    const workers = Array.from({ length: 4 }, () => aWorker({ send }))
    for (let number = 0; number < 40; number++) await enqueue(db, 'send', { number })
    await Promise.all([...workers, ...workers].map((worker) => worker.runDue()))
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, number) => number))
    expect(await rows('select distinct outcome, try from job_runs')).toEqual([{ outcome: 'done', try: 1 }])
  })

  test('run each scheduled job once when it is due, even if they start together', async () => {
    let count = 0
    const nightly = { schedule: '17 3 * * *', ...queued(() => count++) }
    const workers = Array.from({ length: 4 }, () => aWorker({ nightly }))
    await Promise.all(workers.map((worker) => worker.runDue()))
    expect([count, await jobsLeft()]).toEqual([0, [expect.objectContaining({ name: 'nightly' })]])
    await later('2 days')
    await Promise.all(workers.map((worker) => worker.runDue()))
    expect(count).toBe(1)
  })
})

describe('scheduled work', () => {
  test('that was missed for a week runs once, then at its usual time', async () => {
    let count = 0
    const nightly = { schedule: '17 3 * * *', ...queued(() => count++) }
    await aWorker({ nightly }).runDue()
    await later('7 days')
    const worker = aWorker({ nightly })
    await worker.runDue()
    await worker.runDue()
    expect(count).toBe(1)
    const [{ at }] = await rows(`select run_at as at from jobs`)
    expect([at.getHours(), at.getMinutes()]).toEqual([3, 17])
    expect(await secondsUntilDue()).toBeGreaterThan(0)
    expect(await secondsUntilDue()).toBeLessThan(25 * 3600)
  })

  test('keeps its time through a restart, and gets a new one when its schedule changes', async () => {
    const at = (schedule: string) => aWorker({ nightly: { schedule, ...queued(() => undefined) } }).runDue()
    await at('17 3 * * *')
    await later('-1 hour')
    const before = await secondsUntilDue()
    await at('17 3 * * *')
    expect(Math.abs((await secondsUntilDue()) - before)).toBeLessThan(5)
    await at('* * * * *')
    expect(await secondsUntilDue()).toBeLessThan(61)
    expect(await rows('select name, schedule from jobs')).toEqual([{ name: 'nightly', schedule: '* * * * *' }])
  })

  test('runs at its usual time again after a clock that was a year ahead', async () => {
    const start = () => aWorker({ nightly: { schedule: '17 3 * * *', ...queued(() => undefined) } }).runDue()
    await start()
    await later('-365 days')
    await start()
    expect(await secondsUntilDue()).toBeLessThan(25 * 3600)
  })

  test('of another server version is left to that version', async () => {
    await aWorker({ newer: { schedule: '* * * * *', ...queued(() => undefined) } }).runDue()
    await later('1 day')
    await aWorker({}).runDue()
    expect(await runs()).toEqual([])
  })
})

describe('a job that fails', () => {
  const failing = queued(() => {
    throw new Error('550 <ann@school.example> is unknown here')
  })

  test('is retried with doubling pauses, and set aside after twelve attempts', async () => {
    const worker = aWorker({ mail: failing })
    await enqueue(db, 'mail', {})
    const pauses: number[] = []
    for (let number = 0; number < 12; number++) {
      await worker.runDue()
      await worker.runDue()
      pauses.push(10 * Math.round((await secondsUntilDue()) / 10))
      await later('1 day')
    }
    expect(pauses.slice(0, 11)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 30_720])
    await worker.runDue()
    expect(await jobsLeft()).toEqual([{ name: 'mail', tries: 12, isSetAside: true, isClaimed: false }])
    const tries = await runs()
    expect(tries.map((run) => run.try)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect([tries[0]?.outcome, tries[10]?.outcome, tries[11]?.outcome]).toEqual(['failed', 'failed', 'gave_up'])
    expect([said.length, said.filter((line) => line.startsWith('error: job given up')).length]).toEqual([12, 1])
  }, 30_000)

  test('is recorded with its time, duration and reason, without personal data', async () => {
    await enqueue(db, 'mail', {})
    await aWorker({ mail: failing }).runDue()
    const [run] = await rows('select *, ended_at >= started_at as "isTimed" from job_runs')
    expect(run).toMatchObject({ name: 'mail', outcome: 'failed', isTimed: true, error: 'Error: 550 … is unknown here' })
    expect(said.join()).toContain('550 … is unknown here')
    expect(said.join() + JSON.stringify(run)).not.toContain('ann@')
  })

  test('is done once it succeeds, and never delays the others', async () => {
    let isDown = true
    const worker = aWorker({
      webhook: queued(() => {
        if (isDown) throw new Error('down')
      }),
      mail: queued(() => undefined),
    })
    await enqueue(db, 'webhook', {})
    await enqueue(db, 'mail', {})
    await worker.runDue()
    isDown = false
    await later('1 minute')
    await worker.runDue()
    expect((await runs()).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(['webhook failed', 'mail done', 'webhook done'])
    expect(await jobsLeft()).toEqual([])
  })

  test('is retried no later than its next scheduled time, then starts over', async () => {
    // 30 minutes from now, so that the job doesn't become due during the test.
    const minute = (new Date().getMinutes() + 30) % 60
    const worker = aWorker({ often: { schedule: `${minute} * * * *`, ...failing } })
    await worker.runDue()
    for (let number = 0; number < 12; number++) {
      await later('61 minutes')
      await worker.runDue()
      expect(await secondsUntilDue()).toBeLessThan(3601)
    }
    expect(await jobsLeft()).toEqual([{ name: 'often', tries: 0, isSetAside: false, isClaimed: false }])
    expect((await runs()).at(-1)).toMatchObject({ outcome: 'gave_up' })
  })

  test('is logged if it is unknown, and waits for a server that has it', async () => {
    await enqueue(db, 'newer', {})
    await aWorker({}).runDue()
    expect(said).toEqual([expect.stringContaining("This server doesn't have a job with this name.")])
    let count = 0
    await later('1 minute')
    await aWorker({ newer: queued(() => count++) }).runDue()
    expect(count).toBe(1)
  })
})

describe('a dead or slow worker', () => {
  test('loses its job to another once its lease expires, and its run counts as lost', async () => {
    let count = 0
    await enqueue(db, 'mail', {})
    expect(await claimDue(db, [], 60_000)).toMatchObject({ name: 'mail' })
    const worker = aWorker({ mail: queued(() => count++) })
    await worker.runDue()
    expect(count).toBe(0)
    await later('61 seconds')
    await worker.runDue()
    expect(count).toBe(1)
    expect(await runs()).toEqual([
      { name: 'mail', try: 1, outcome: 'lost' },
      { name: 'mail', try: 2, outcome: 'done' },
    ])
    expect(await rows(`select name from job_runs where outcome = 'lost' and ended_at is null`)).toHaveLength(1)
  })

  test('does not take every server down if its job is the cause', async () => {
    await enqueue(db, 'poison', {})
    for (let number = 0; number < 12; number++) {
      await claimDue(db, [], 60_000)
      await later('61 seconds')
    }
    let count = 0
    await aWorker({ poison: queued(() => count++) }).runDue()
    expect([count, await jobsLeft()]).toEqual([0, [expect.objectContaining({ isSetAside: true })]])
    expect(said.join()).toContain('The server stopped during every attempt.')
  })

  test('is notified that its job was taken over, and does not interfere with the other', async () => {
    const { promise, resolve } = whenTold()
    const signals: AbortSignal[] = []
    const send = queued(({ signal }) => {
      signals.push(signal)
      return promise
    })
    const stalled = aWorker({ mail: send }, 120)
    await enqueue(db, 'mail', {})
    const first = stalled.runDue()
    await expect.poll(() => signals).toHaveLength(1)
    // Another worker takes over the claim without this worker noticing, as after a computer wakes from sleep.
    await pool.query("update jobs set run_id = gen_random_uuid(), claimed_until = now() + interval '1 minute'")
    await expect.poll(() => signals[0]?.aborted).toBe(true)
    resolve()
    await first
    expect(await jobsLeft()).toEqual([{ name: 'mail', tries: 1, isSetAside: false, isClaimed: true }])
    expect(said).toEqual([expect.stringContaining('warn: job was taken over')])
  })

  test('keeps its job while it works longer than its lease', async () => {
    let count = 0
    const slow = queued(async () => {
      count++
      await pause(1500)
    })
    await enqueue(db, 'backup', {})
    const first = aWorker({ backup: slow }, 600).runDue()
    const other = aWorker({ backup: slow }, 600)
    while (count === 0) await pause(5)
    for (let number = 0; number < 8; number++) {
      await pause(150)
      await other.runDue()
    }
    await first
    expect([count, await runs()]).toEqual([1, [{ name: 'backup', try: 1, outcome: 'done' }]])
  })
})

describe('a worker that stops', () => {
  test('waits for running jobs, and starts no new ones', async () => {
    const done: string[] = []
    const slow = queued(async () => {
      await pause(150)
      done.push('slow')
    })
    const worker = aWorker({ slow, mail: queued(() => done.push('mail')) })
    await enqueue(db, 'slow', {})
    await enqueue(db, 'mail', {})
    const working = worker.runDue()
    await expect.poll(runs).toHaveLength(1)
    await worker.stop()
    expect(done).toEqual(['slow'])
    await working
    await worker.runDue()
    expect(await runs()).toEqual([{ name: 'slow', try: 1, outcome: 'done' }])
  })

  test('aborts a long job, which does not count as an attempt and is restarted by another at once', async () => {
    const long = queued(async ({ signal }) => {
      for (;;) {
        signal.throwIfAborted()
        await pause(5)
      }
    })
    const worker = aWorker({ long })
    await enqueue(db, 'long', {})
    const working = worker.runDue()
    await expect.poll(runs).toHaveLength(1)
    await worker.stop()
    await working
    expect(await jobsLeft()).toEqual([{ name: 'long', tries: 0, isSetAside: false, isClaimed: false }])
    await aWorker({ long: queued(() => undefined) }).runDue()
    expect(await runs()).toEqual([
      { name: 'long', try: 1, outcome: 'released' },
      { name: 'long', try: 1, outcome: 'done' },
    ])
  })

  test('does not wait forever: a job that never ends keeps its lease until it expires', async () => {
    const { promise, resolve } = whenTold()
    const worker = aWorker({ endless: queued(() => promise) })
    await enqueue(db, 'endless', {})
    const working = worker.runDue()
    await expect.poll(runs).toHaveLength(1)
    await worker.stop(50)
    expect(await jobsLeft()).toEqual([{ name: 'endless', tries: 1, isSetAside: false, isClaimed: true }])
    resolve()
    await working
  })
})

test('run records and set-aside jobs are deleted after thirty days, due jobs are not', async () => {
  const failing = queued(() => {
    throw new Error('no')
  })
  await enqueue(db, 'mail', {})
  await enqueue(db, 'later', {}, { runAt: new Date(Date.now() + 40 * DAY_MS) })
  await aWorker({ mail: failing }).runDue()
  await db.execute(sql`update jobs set gave_up_at = now() where name = 'mail'`)
  const at = (days: number) => {
    const now = new Date(Date.now() + days * DAY_MS)
    return forgetOldRuns({
      db,
      keys,
      services: {},
      mailQueue: CLOSED_MAIL_QUEUE,
      now,
      payload: {},
      atEnd: () => undefined,
      signal: new AbortController().signal,
    })
  }
  await at(29)
  expect([(await runs()).length, (await jobsLeft()).length]).toEqual([1, 2])
  await at(31)
  expect([await runs(), await jobsLeft()]).toEqual([[], [expect.objectContaining({ name: 'later' })]])
})
