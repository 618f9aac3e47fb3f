// @module-tag engine
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { CLOSED_POST } from '#server/lib/mail/post.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import { forgetOldRuns } from './forget.ts'
import { claimDue, enqueue } from './queries.ts'
import type { Job, JobCall } from './run.ts'
import { makeWorker, type Worker } from './worker.ts'

const database = await openTestDatabase()
const { db, pool } = database
const keys = makeKeyRing(newKey())
afterAll(() => database.close())

/** Logged lines, each with its level and message. */
let said: string[] = []
const write = (level: string) => (line: object, words?: string) => void said.push(`${level}: ${words} ${JSON.stringify(line)}`)
const log = { info: write('info'), warn: write('warn'), error: write('error') } as never

beforeEach(async () => {
  said = []
  await emptyDatabase(db)
})

/** Returns a worker with these jobs. */
const aWorker = (jobs: Record<string, Job>, leaseMs = 60_000): Worker =>
  makeWorker({ db, jobs, keys, services: {}, post: CLOSED_POST, log, leaseMs })
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
/** Simulates the passing of this much time. */
const later = (interval: string) =>
  pool.query(`update jobs set run_at = run_at - $1::interval, claimed_until = claimed_until - $1::interval`, [interval])
const secondsUntilDue = async (): Promise<number> =>
  (await rows('select extract(epoch from run_at - now())::float8 as seconds from jobs'))[0].seconds

describe('queued work', () => {
  test('is done once, with what it was given, and is gone then', async () => {
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

  test('is there exactly when the change it belongs to is', async () => {
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

  test('for later waits until then', async () => {
    let count = 0
    const worker = aWorker({ remind: queued(() => count++) })
    await enqueue(db, 'remind', {}, { runAt: new Date(Date.now() + 3_600_000) })
    await worker.runDue()
    expect(count).toBe(0)
    await later('61 minutes')
    await worker.runDue()
    expect(count).toBe(1)
  })

  test('is done in the order in which it was queued', async () => {
    const given: unknown[] = []
    for (let number = 0; number < 5; number++) await enqueue(db, 'greet', { number })
    await aWorker({ greet: queued(({ payload }) => given.push((payload as { number: number }).number)) }).runDue()
    expect(given).toEqual([0, 1, 2, 3, 4])
  })

  test('that takes long does not hold up the rest', async () => {
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

test('a mail that a person waits for does not wait for work that nobody waits for, however much of it there is', async () => {
  const { promise, resolve } = whenTold()
  const done: string[] = []
  const mail: Job = { ...queued(() => done.push('mail')), isWaitedFor: true }
  const worker = aWorker({ house: queued(() => promise), mail })
  for (let job = 0; job < 5; job++) await enqueue(db, 'house', {})
  const looks = [worker.runDue(), worker.runDue(), worker.runDue()]
  await expect.poll(runs).toHaveLength(2)
  // The third lane found nothing it may start. A check that runs before it has ended leaves the work to it.
  await Promise.race(looks)
  await enqueue(db, 'mail', {})
  await worker.runDue()
  expect(done).toEqual(['mail'])
  resolve()
  await Promise.all(looks)
  expect(await jobsLeft()).toEqual([])
})

describe('several workers', () => {
  test('never do one job twice, nor one at the same time', async () => {
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

  test('that start together do each scheduled job once when its time comes', async () => {
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
  test('that was missed for a week is done once, and then at its usual time', async () => {
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

  test('keeps its time through a restart, and takes a new one when its schedule has changed', async () => {
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

  test('of another version of the server is left to it', async () => {
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

  test('is tried again after pauses that double, and is set aside after twelve tries', async () => {
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

  test('is recorded with when, how long and why, and names nobody', async () => {
    await enqueue(db, 'mail', {})
    await aWorker({ mail: failing }).runDue()
    const [run] = await rows('select *, ended_at >= started_at as "isTimed" from job_runs')
    expect(run).toMatchObject({ name: 'mail', outcome: 'failed', isTimed: true, error: 'Error: 550 … is unknown here' })
    expect(said.join()).toContain('550 … is unknown here')
    expect(said.join() + JSON.stringify(run)).not.toContain('ann@')
  })

  test('and succeeds at last is done, and the others were never held up by it', async () => {
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

  test('by a schedule is tried again, but never later than its next time, at which it begins again', async () => {
    // Half an hour from now, so that it doesn't become due during the test.
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

  test('for want of its program is said in the log, and waits for a server that has it', async () => {
    await enqueue(db, 'newer', {})
    await aWorker({}).runDue()
    expect(said).toEqual([expect.stringContaining("This server doesn't have a job with this name.")])
    let count = 0
    await later('1 minute')
    await aWorker({ newer: queued(() => count++) }).runDue()
    expect(count).toBe(1)
  })
})

describe('a worker that dies', () => {
  test('leaves its job to another as soon as its claim has run out, and its run counts as lost', async () => {
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

  test('of its job each time does not take every server with it for ever', async () => {
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

  test('only in appearance is told that its job was taken over, and changes nothing of what the other does', async () => {
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
    // Another worker takes its claim unnoticed, as after a computer has slept.
    await pool.query("update jobs set run_id = gen_random_uuid(), claimed_until = now() + interval '1 minute'")
    await expect.poll(() => signals[0]?.aborted).toBe(true)
    resolve()
    await first
    expect(await jobsLeft()).toEqual([{ name: 'mail', tries: 1, isSetAside: false, isClaimed: true }])
    expect(said).toEqual([expect.stringContaining('warn: job was taken over')])
  })

  test('not, but works for longer than a claim holds, keeps its job', async () => {
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
  test('waits for what it does, and begins nothing more', async () => {
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

  test('tells a long job so, which ends early, counts as not tried, and is begun again by another at once', async () => {
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

  test('does not wait for ever: a job that never ends keeps its claim until that runs out', async () => {
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

test('records and what was set aside are forgotten after thirty days, what is due is not', async () => {
  const failing = queued(() => {
    throw new Error('no')
  })
  await enqueue(db, 'mail', {})
  await enqueue(db, 'later', {}, { runAt: new Date(Date.now() + 40 * 86_400_000) })
  await aWorker({ mail: failing }).runDue()
  await db.execute(sql`update jobs set gave_up_at = now() where name = 'mail'`)
  const at = (days: number) => {
    const now = new Date(Date.now() + days * 86_400_000)
    return forgetOldRuns({
      db,
      keys,
      services: {},
      post: CLOSED_POST,
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
