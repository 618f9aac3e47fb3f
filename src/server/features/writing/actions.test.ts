/** Answers of AI providers that behave in every possible way. */
import type { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Ai, AiFailed, type AiMessage, type AiPiece } from '#server/lib/integrations/ai.ts'
import type { AiEvent } from '#shared/writing/contract.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import { beginAnswer } from './actions.ts'
import { aWriter } from './samples.ts'

const NOW = new Date('2026-11-18T14:00:00Z')
/** 9 bytes, for which 25 tokens are reserved, and 4,000 for the answer. */
const messages: AiMessage[] = [{ role: 'user', text: 'Fractions' }]
const RESERVED = 4_025

const { db, pool, close } = await openTestDatabase()
const log = { warn: vi.fn(), error: vi.fn() }
let ann: Awaited<ReturnType<typeof aWriter>>
beforeEach(async () => {
  for (const told of [log.warn, log.error]) told.mockClear()
  await emptyDatabase(db)
  ann = await aWriter(db, { now: NOW, timezone: 'UTC' })
})
afterAll(close)

type Write = Ai['write']
const begin = (write: Write, signal = new AbortController().signal) =>
  beginAnswer({ db, ai: { host: 'ai.example', write }, clock: () => NOW, log }, { userId: ann.userId, timezone: 'UTC', messages }, signal)
/** Returns all events of an answer that is settled, and whether its stream has ended. */
const readAll = async (events: AsyncIterable<AiEvent>) => {
  const stream = events as Readable
  const all: AiEvent[] = []
  for (let event = stream.read(); event !== null; event = stream.read()) all.push(event)
  await new Promise((resolve) => setImmediate(resolve))
  return { all, hasEnded: stream.readableEnded }
}
/** Returns the events of an answer from this provider, and what it cost. */
const answer = async (write: Write, signal?: AbortSignal) => {
  const { events, settled } = await begin(write, signal)
  await settled
  const { all, hasEnded } = await readAll(events)
  expect(hasEnded).toBe(true)
  const { rows } = await pool.query('select used, settled_at from ai_answers')
  const [{ used, reserved }] = (await pool.query('select used::int, reserved::int from ai_months')).rows
  expect([rows, reserved]).toEqual([[{ used, settled_at: NOW }], 0])
  return { events: all, used }
}
const pieces = (...all: AiPiece[]): Write =>
  async function* () {
    yield* all
  }
const text = (text: string): AiPiece => ({ kind: 'text', text })
const thought = (text: string): AiPiece => ({ kind: 'thought', text })
const used = (tokens: number): AiPiece => ({ kind: 'used', tokens })

describe('an answer', () => {
  test('reaches the teacher piece by piece and then as lesson HTML, and costs what the provider counted', async () => {
    const asked: Parameters<Write>[] = []
    const { events, used: cost } = await answer(async function* (...call) {
      asked.push(call)
      yield* [thought('Hm.'), text('## Half\n'), text('and *half*'), used(321)]
    })
    expect(events).toEqual([text('## Half\n'), text('and *half*'), { kind: 'done', content: '<h2>Half</h2>\n<p>and <em>half</em></p>\n' }])
    expect(cost).toBe(321)
    expect(asked).toEqual([[messages, { maxTokens: 4_000, signal: expect.any(AbortSignal) }]])
    expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []])
  })

  test('that the provider doesn’t count costs our estimate of its text and its thinking', async () => {
    const { used: cost } = await answer(pieces(thought('½'.repeat(100)), text('½'.repeat(50)), text('abc')))
    // 9 bytes sent and 303 received, in threes, and 16 for the message.
    expect(cost).toBe(104 + 16)
  })

  test('never costs more than was reserved, and a provider that counts more is reported', async () => {
    expect((await answer(pieces(text('Half'), used(RESERVED)))).used).toBe(RESERVED)
    expect(log.warn).not.toHaveBeenCalled()
    await emptyDatabase(db)
    ann = await aWriter(db, { now: NOW, timezone: 'UTC' })
    expect((await answer(pieces(text('Half'), used(RESERVED + 1)))).used).toBe(RESERVED)
    expect(log.warn.mock.calls).toEqual([[{ used: RESERVED + 1, reserved: RESERVED }, 'the provider counted more tokens than allowed']])
  })

  test('contains nothing that couldn’t be saved, and its letters are composed', async () => {
    const marks = (count: number) => '\u0301'.repeat(count)
    const { events } = await answer(pieces(text(`One\0two\uD800, e${marks(60)}, x${marks(30)}`), used(1)))
    expect(events.at(-1)).toEqual({ kind: 'done', content: `<p>Onetwo, é${marks(29)}, x${marks(30)}</p>\n` })
  })

  test.each<[string, ...AiPiece[]]>([['nothing'], ['only blanks', text(' \n')]])('with %s isn’t complete', async (_, ...sent) => {
    const { events } = await answer(pieces(...sent, used(30)))
    expect(events).toEqual([...sent, { kind: 'failed', content: '' }])
  })

  test('may have 40,000 characters, and ends there', async () => {
    const { events } = await answer(pieces(text('a'.repeat(20_000)), text('b'.repeat(20_000)), used(1)))
    expect(events.at(-1)?.kind).toBe('done')
    await emptyDatabase(db)
    ann = await aWriter(db, { now: NOW, timezone: 'UTC' })
    const longer = await answer(pieces(text('a'.repeat(20_000)), text('b'.repeat(20_001)), used(1)))
    expect(longer.events).toEqual([
      text('a'.repeat(20_000)),
      { kind: 'failed', content: `<p>${'a'.repeat(20_000)}${'b'.repeat(20_001)}</p>\n` },
    ])
    expect(log.warn.mock.calls[0]).toEqual([{ reason: 'The provider exceeded the length limit' }, 'an answer failed'])
  })
})

describe('an answer that breaks off', () => {
  test('leaves what has come, which is charged, and the reason is logged', async () => {
    const { events, used: cost } = await answer(async function* () {
      yield text('Half')
      throw new AiFailed('The provider disconnected')
    })
    expect(events).toEqual([text('Half'), { kind: 'failed', content: '<p>Half</p>\n' }])
    expect(cost).toBe(5 + 16)
    expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[[{ reason: 'The provider disconnected' }, 'an answer failed']], []])
  })

  test('before its text is free, whatever the provider thought', async () => {
    const { events, used: cost } = await answer(async function* () {
      yield thought('Hm. '.repeat(100))
      throw new AiFailed('The provider disconnected')
    })
    expect([events, cost]).toEqual([[{ kind: 'failed', content: '' }], 0])
  })

  test('because of a fault of ours is reported with it', async () => {
    const fault = new Error('The thread died')
    const { events } = await answer(async function* () {
      yield text('Half')
      throw fault
    })
    expect(events.at(-1)?.kind).toBe('failed')
    expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], [[{ err: fault }, 'an answer failed']]])
  })

  test('because the teacher left is charged, also for thinking, and isn’t reported', async () => {
    const stop = new AbortController()
    const { used: cost } = await answer(async function* (_, { signal }) {
      yield thought('Hm.')
      stop.abort()
      expect(signal.aborted).toBe(true)
      throw new AiFailed('The answer was stopped')
    }, stop.signal)
    expect(cost).toBe(4 + 16)
    expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []])
  })

  test('because it takes four minutes is charged', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const { events } = await answer(async function* (_, { signal }) {
      yield text('Half')
      expect(signal.aborted).toBe(false)
      limit.abort()
      expect(signal.aborted).toBe(true)
      throw new AiFailed('The answer took too long')
    })
    expect(timeout.mock.calls).toEqual([[240_000]])
    expect(events).toEqual([text('Half'), { kind: 'failed', content: '<p>Half</p>\n' }])
    expect(log.error).not.toHaveBeenCalled()
  })
})

test('a teacher who waits for the first word gets a sign of life every ten seconds, until the answer ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let go: () => void = () => undefined
    const thinks = new Promise<void>((resolve) => {
      go = resolve
    })
    let hasBegun: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve
    })
    const { events, settled } = await begin(async function* () {
      hasBegun()
      await thinks
      yield* [text('Half'), used(30)]
    })
    await begun
    vi.advanceTimersByTime(9_999)
    expect((events as Readable).read()).toBeNull()
    vi.advanceTimersByTime(10_001)
    go()
    await settled
    expect((await readAll(events)).all).toEqual([text(''), text(''), text('Half'), { kind: 'done', content: '<p>Half</p>\n' }])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a teacher who no longer reads gets nothing more, and the answer is charged all the same', async () => {
  let go: () => void = () => undefined
  const reads = new Promise<void>((resolve) => {
    go = resolve
  })
  const { events, settled } = await begin(async function* () {
    await reads
    yield* [text('Half'), used(30)]
  })
  const stream = events as Readable
  stream.destroy()
  go()
  await settled
  expect([stream.readableLength, (await pool.query('select used from ai_answers')).rows]).toEqual([0, [{ used: 30 }]])
})

test('a teacher whose answer can’t be settled learns that it failed, and the fault is reported', async () => {
  const fault = new Error('relation does not exist')
  vi.spyOn(db, 'execute').mockImplementationOnce(() => {
    throw fault
  })
  const { events, settled } = await begin(pieces(text('Half'), used(30)))
  await settled
  expect(await readAll(events)).toEqual({ all: [text('Half'), { kind: 'failed', content: '' }], hasEnded: true })
  expect(log.error.mock.calls).toEqual([[{ err: fault }, 'an answer could not be settled']])
})
