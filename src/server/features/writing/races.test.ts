// @module-tag engine
/** Tests many concurrent AI responses for one user. On PostgreSQL, each response uses its own connection. */
import { beforeEach, expect, test } from 'vitest'
import { isUnavailable } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Ai, AiFailed, type AiMessage } from '#server/lib/integrations/ai.ts'
import type { AiEvent } from '#shared/writing/contract.ts'
import { clock, db, doJob, pool } from '#test/app.ts'
import { isFullSize } from '#test/size.ts'
import { beginAnswer } from './actions.ts'
import { releaseTokens } from './jobs.ts'
import { aWriter } from './samples.ts'

/** Fewer for an engine that runs them sequentially. */
const CALLS = process.env['TEST_DATABASE_URL'] && isFullSize ? 200 : 50
/** Enough tokens for only some of the calls. */
const ALLOWANCE = CALLS * 2_000
const messages: AiMessage[] = [{ role: 'user', text: 'Fractions' }]
const signal = new AbortController().signal
const log = { warn: () => undefined, error: (details: unknown) => void failures.push(details) }
const failures: unknown[] = []

let ann: Awaited<ReturnType<typeof aWriter>>
beforeEach(async () => {
  ann = await aWriter(db, { now: clock(), timezone: 'UTC' })
  await pool.query(`insert into ai_months (user_id, month, allowance) values ($1, '2026-11', $2)`, [ann.userId, ALLOWANCE])
})

const turn = () => new Promise((resolve) => setImmediate(resolve))
const never = () => new Promise<never>(() => undefined)

/**
 * Of every ten calls, two fail, one times out, one never ends (as if its server had been killed), one reports too many tokens, and one
 * reports none.
 */
const provider = (number: number): Ai => ({
  host: 'ai.example',
  async *write(_, { maxTokens }) {
    const kind = number % 10
    await turn()
    if (kind === 2) throw new AiFailed('The provider sent nothing for 30 seconds')
    yield { kind: 'text', text: 'Half '.repeat(100) }
    await turn()
    if (kind < 2) throw new AiFailed('The provider ended the answer early')
    if (kind === 3) await never()
    if (kind !== 5) yield { kind: 'used', tokens: kind === 4 ? maxTokens * 5 : 200 + number }
  },
})

test('never take more than the allowance, and in the end their sum equals the tokens used', async () => {
  const samples: number[] = []
  const look = async () => {
    const { rows } = await pool.query('select used + reserved as sum from ai_months where user_id = $1', [ann.userId])
    samples.push(Number(rows[0].sum))
  }
  const wish = { userId: ann.userId, timezone: 'UTC', messages, atOnce: CALLS }
  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, async (_, number) => {
      try {
        const { settled } = await beginAnswer({ db, ai: provider(number), clock, log }, wish, signal)
        await look()
        // A killed server never settles its reservation.
        if (number % 10 !== 3) await settled
        await look()
        return 'written'
      } catch (error) {
        // A call that can't get a connection gets a 503.
        if (isUnavailable(error)) return 'written'
        if (!(error instanceof Refused)) throw error
        return error.code
      }
    }),
  )
  expect(failures).toEqual([])
  expect(new Set(outcomes)).toEqual(new Set(['written', 'ai_used_up']))
  expect(Math.max(...samples)).toBeLessThanOrEqual(ALLOWANCE)

  const later = new Date(clock().getTime() + 5 * 60_000)
  await Promise.all([doJob(releaseTokens, later), doJob(releaseTokens, later)])
  const { rows } = await pool.query(
    `select m.used, m.reserved, m.allowance, (select sum(used) from ai_answers a where a.user_id = m.user_id) as sum,
       (select count(*) from ai_answers a where settled_at is null) as open from ai_months m where user_id = $1`,
    [ann.userId],
  )
  const [{ used, reserved, sum, open }] = rows
  expect([Number(reserved), Number(open), Number(sum)]).toEqual([0, 0, Number(used)])
  expect(Number(used)).toBeGreaterThan(0)
  expect(Number(used)).toBeLessThanOrEqual(ALLOWANCE)
})

test('are limited to two at once, however many are requested at the same moment', async () => {
  const wish = { userId: ann.userId, timezone: 'UTC', messages }
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      beginAnswer({ db, ai: provider(3), clock, log }, wish, signal).then(
        () => 'written',
        (error: Refused) => error.code,
      ),
    ),
  )
  expect(outcomes.filter((each) => each === 'written')).toHaveLength(2)
  expect(new Set(outcomes)).toEqual(new Set(['written', 'too_many']))
})

test('an answer that is settled after its reservation expired is charged once', async () => {
  let go: () => void = () => undefined
  const waits = new Promise<void>((resolve) => {
    go = resolve
  })
  const ai: Ai = {
    host: 'ai.example',
    async *write() {
      await waits
      yield { kind: 'text', text: 'Half' }
      yield { kind: 'used', tokens: 50 }
    },
  }
  const { settled } = await beginAnswer({ db, ai, clock, log }, { userId: ann.userId, timezone: 'UTC', messages }, signal)
  await doJob(releaseTokens, new Date(clock().getTime() + 5 * 60_000))
  go()
  await settled
  const { rows } = await pool.query('select used::int, reserved::int from ai_months where user_id = $1', [ann.userId])
  expect([rows, failures]).toEqual([[{ used: 0, reserved: 0 }], []])
})

test('a teacher who disconnects before the answer is charged for the model’s thinking', async () => {
  const stop = new AbortController()
  const thinking: Ai = {
    host: 'ai.example',
    async *write() {
      yield { kind: 'thought', text: 'Hm. '.repeat(3_000) }
      stop.abort()
      throw new AiFailed('The answer was stopped')
    },
  }
  const { events, settled } = await beginAnswer(
    { db, ai: thinking, clock, log },
    { userId: ann.userId, timezone: 'UTC', messages },
    stop.signal,
  )
  await settled
  const told: AiEvent[] = []
  for await (const event of events) told.push(event)
  expect(told).toEqual([{ kind: 'failed', content: '' }])
  expect((await pool.query('select used from ai_answers where user_id = $1', [ann.userId])).rows[0].used).toBeGreaterThan(3_000)
})
