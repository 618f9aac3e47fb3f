import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import * as query from '#server/features/writing/queries.ts'
import { aWriter } from '#server/features/writing/samples.ts'
import type { AiMessage } from '#server/lib/integrations/ai.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import { counted, inputTokens, reserveFor, settleSurely, tokensOf } from './actions.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }))
const pauses = vi.mocked(pause)

const ALLOWANCE = 1_000_000
const NOW = new Date('2026-11-18T14:00:00Z')
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
/** 22 bytes in two messages, which cost 54 tokens at most. */
const messages: AiMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: '½ and ½ pie' },
]

const { db, pool, close } = await openTestDatabase()
let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  await emptyDatabase(db)
  ann = await aTeacher(db, { now: NOW, timezone: 'America/New_York' })
})
afterEach(() => pauses.mockReset())
afterAll(close)

const wish = (parts: Partial<Parameters<typeof reserveFor>[1]> = {}) => ({
  userId: ann.userId,
  timezone: 'America/New_York',
  messages,
  ...parts,
})
const november = () => ({ userId: ann.userId, month: '2026-11' })
const monthNow = () => query.monthOf(db, november())
/** Leaves Ann with this many tokens for November. */
const leave = async (tokens: number) => {
  await query.insertMonth(db, { ...november(), allowance: ALLOWANCE })
  await pool.query('update ai_months set used = $1', [ALLOWANCE - tokens])
}
const answers = async () =>
  (await pool.query('select user_id, month, reserved, used, started_at, expires_at, settled_at from ai_answers order by started_at')).rows

describe('the cost of an answer', () => {
  test('is at most a token for each byte sent, and 16 for each message', () => {
    expect(inputTokens(messages)).toBe(22 + 2 * 16)
  })

  test('is taken for a token for each three bytes, rounded up, and 16 for each message', () => {
    expect(counted(messages, 0)).toBe(8 + 2 * 16)
    expect(counted(messages, 2)).toBe(8 + 2 * 16)
    expect(counted(messages, 3)).toBe(9 + 2 * 16)
  })
})

describe('a teacher’s month', () => {
  test('begins with a million tokens', async () => {
    expect(await tokensOf(db, wish(), NOW)).toEqual({ tokensAllowance: ALLOWANCE, tokensUsed: 0, tokensRemaining: ALLOWANCE })
  })

  test('is the one in their time zone, and shows what is used of that month’s own allowance', async () => {
    await query.insertMonth(db, { ...november(), allowance: 5_000 })
    await pool.query('update ai_months set used = 1200')
    const inNewYork = new Date('2026-12-01T04:59:59Z')
    expect(await tokensOf(db, wish(), inNewYork)).toEqual({ tokensAllowance: 5_000, tokensUsed: 1_200, tokensRemaining: 3_800 })
    expect(await tokensOf(db, wish({ timezone: 'UTC' }), inNewYork)).toMatchObject({ tokensAllowance: ALLOWANCE, tokensUsed: 0 })
  })

  test('is listed among all of theirs, oldest first, without anyone else’s', async () => {
    const ben = await aTeacher(db, { now: NOW })
    await query.insertMonth(db, { userId: ann.userId, month: '2026-12', allowance: 7 })
    await query.insertMonth(db, { ...november(), allowance: 5 })
    await query.insertMonth(db, { userId: ben.userId, month: '2026-10', allowance: 3 })
    expect(await query.monthsOf(db, ann.userId)).toEqual([
      { month: '2026-11', allowance: 5, used: 0 },
      { month: '2026-12', allowance: 7, used: 0 },
    ])
  })
})

test('a teacher’s access, time zone and instructions are their own', async () => {
  const ben = await aWriter(db, { now: NOW, timezone: 'Asia/Tokyo' })
  await pool.query(`update users set ai_custom_instructions = 'Grade 4' where id = $1`, [ben.userId])
  expect(await query.writerOf(db, ben.userId)).toEqual({
    aiFeatureFlag: true,
    aiEndsAt: null,
    timezone: 'Asia/Tokyo',
    instructions: 'Grade 4',
  })
  expect(await query.writerOf(db, ann.userId)).toMatchObject({ aiFeatureFlag: false, timezone: 'America/New_York' })
  await pool.query('delete from users where id = $1', [ben.userId])
  expect(await query.writerOf(db, ben.userId)).toBeUndefined()
})

describe('before an answer', () => {
  test('its highest cost is reserved for five minutes, in the month of the teacher’s time zone', async () => {
    const now = new Date('2026-12-01T04:00:00Z')
    const { id, tokens } = await reserveFor(db, wish(), now)
    expect(tokens).toBe(4_054)
    expect((await pool.query('select id from ai_answers')).rows).toEqual([{ id }])
    expect(await answers()).toEqual([
      {
        user_id: ann.userId,
        month: '2026-11',
        reserved: 4_054,
        used: null,
        started_at: now,
        expires_at: new Date('2026-12-01T04:05:00Z'),
        settled_at: null,
      },
    ])
    expect(await monthNow()).toMatchObject({ allowance: ALLOWANCE, used: 0, reserved: 4_054 })
  })

  test('what other answers have reserved isn’t available', async () => {
    await leave(8_000)
    expect((await reserveFor(db, wish(), NOW)).tokens).toBe(4_054)
    expect((await reserveFor(db, wish(), NOW)).tokens).toBe(3_946)
    expect(await monthNow()).toMatchObject({ used: ALLOWANCE - 8_000, reserved: 8_000 })
  })

  test('the last tokens are reserved if they suffice for a useful one, and otherwise the teacher learns why', async () => {
    await leave(353)
    await expect(reserveFor(db, wish(), NOW)).rejects.toMatchObject({
      code: 'ai_used_up',
      message: "You're out of monthly AI credits. Add more credits in your account settings.",
    })
    await expect(reserveFor(db, wish({ usedUp: 'That’s all for November.' }), NOW)).rejects.toMatchObject({
      code: 'ai_used_up',
      message: 'That’s all for November.',
    })
    expect([await answers(), (await monthNow())?.reserved]).toEqual([[], 0])
    await leave(354)
    expect((await reserveFor(db, wish(), NOW)).tokens).toBe(354)
  })

  test('nothing is reserved in a month that doesn’t exist', async () => {
    expect(await query.reserve(db, november(), { least: 0, most: 1 })).toBeUndefined()
  })

  test('the teacher has at most one other in progress, however many colleagues have', async () => {
    const ben = await aTeacher(db, { now: NOW })
    for (let count = 0; count < 3; count++) await reserveFor(db, { ...wish({ atOnce: 3 }), userId: ben.userId }, NOW)
    const { id } = await reserveFor(db, wish(), NOW)
    await reserveFor(db, wish(), NOW)
    await expect(reserveFor(db, wish(), NOW)).rejects.toMatchObject({
      code: 'too_many',
      message: 'You already have two drafts in progress. Wait for one to finish, or stop it.',
      retryAfter: 10,
    })
    expect((await monthNow())?.reserved).toBe(2 * 4_054)
    await query.settle(db, id, 0, NOW)
    await reserveFor(db, wish(), NOW)
  })

  test('those whose reservation has expired aren’t in progress', async () => {
    await reserveFor(db, wish(), NOW)
    await reserveFor(db, wish(), NOW)
    await expect(reserveFor(db, wish(), new Date(minutesLater(5).getTime() - 1))).rejects.toMatchObject({ code: 'too_many' })
    await reserveFor(db, wish(), minutesLater(5))
  })

  test('the tokens of a server that crashed are released if the teacher needs them, and only theirs', async () => {
    const ben = await aTeacher(db, { now: NOW })
    await reserveFor(db, { ...wish(), userId: ben.userId }, NOW)
    await leave(4_200)
    await reserveFor(db, wish(), NOW)
    await expect(reserveFor(db, wish(), new Date(minutesLater(5).getTime() - 1))).rejects.toMatchObject({ code: 'ai_used_up' })
    expect((await reserveFor(db, wish(), minutesLater(5))).tokens).toBe(4_054)
    expect(await monthNow()).toMatchObject({ used: ALLOWANCE - 4_200, reserved: 4_054 })
    expect(await query.monthOf(db, { userId: ben.userId, month: '2026-11' })).toMatchObject({ reserved: 4_054 })
  })
})

describe('after an answer', () => {
  test('what it used is charged once, and the rest of its reservation is available again', async () => {
    const { id } = await reserveFor(db, wish(), NOW)
    const other = await reserveFor(db, wish(), NOW)
    await settleSurely(db, id, 700, () => minutesLater(1))
    await settleSurely(db, id, 900, () => minutesLater(2))
    expect(await monthNow()).toMatchObject({ used: 700, reserved: other.tokens })
    expect(await answers()).toContainEqual(expect.objectContaining({ used: 700, reserved: 4_054, settled_at: minutesLater(1) }))
    expect(pauses).not.toHaveBeenCalled()
  })

  test('never more than its reservation is charged', async () => {
    const { id, tokens } = await reserveFor(db, wish(), NOW)
    await query.settle(db, id, tokens + 1, NOW)
    expect(await monthNow()).toMatchObject({ used: tokens, reserved: 0 })
  })

  test('it is charged as soon as the database is available again', async () => {
    const { id } = await reserveFor(db, wish(), NOW)
    const gone = () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    }
    vi.spyOn(db, 'execute').mockImplementationOnce(gone).mockImplementationOnce(gone).mockImplementationOnce(gone)
    await settleSurely(db, id, 700, () => NOW)
    expect(pauses.mock.calls).toEqual([[500], [1_500], [4_000]])
    expect(await monthNow()).toMatchObject({ used: 700, reserved: 0 })
  })

  test('an error that waiting can’t mend is reported at once', async () => {
    const { id } = await reserveFor(db, wish(), NOW)
    vi.spyOn(db, 'execute').mockImplementationOnce(() => {
      throw new Error('column does not exist')
    })
    await expect(settleSurely(db, id, 700, () => NOW)).rejects.toThrow('column does not exist')
    expect(pauses).not.toHaveBeenCalled()
  })
})

describe('what a server that crashed has reserved', () => {
  test('is released for everyone once it has expired, and never charged', async () => {
    const ben = await aTeacher(db, { now: NOW })
    for (const { userId } of [ann, ann, ben]) await reserveFor(db, { ...wish(), userId }, NOW)
    const { id } = await reserveFor(db, { ...wish(), userId: ben.userId }, minutesLater(1))
    expect(await query.release(db, new Date(minutesLater(5).getTime() - 1))).toBe(false)
    expect(await query.release(db, minutesLater(5))).toBe(true)
    expect(await query.release(db, minutesLater(5))).toBe(false)
    expect(await monthNow()).toMatchObject({ used: 0, reserved: 0 })
    expect(await query.monthOf(db, { userId: ben.userId, month: '2026-11' })).toMatchObject({ used: 0, reserved: 4_054 })
    expect((await answers()).filter(({ settled_at }) => settled_at !== null)).toEqual(
      Array(3).fill(expect.objectContaining({ used: 0, settled_at: minutesLater(5) })),
    )
    await query.settle(db, id, 300, minutesLater(5))
    expect(await query.monthOf(db, { userId: ben.userId, month: '2026-11' })).toMatchObject({ used: 300, reserved: 0 })
  })

  test('isn’t charged either if the server settles it later', async () => {
    const { id } = await reserveFor(db, wish(), NOW)
    await query.release(db, minutesLater(5), ann.userId)
    await settleSurely(db, id, 700, () => minutesLater(6))
    expect(await monthNow()).toMatchObject({ used: 0, reserved: 0 })
  })
})
