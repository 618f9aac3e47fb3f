/** Counts the tokens used by AI responses, and reserves and settles them within the monthly allowance. */
import { setTimeout as pause } from 'node:timers/promises'
import * as query from '#server/features/writing/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { isUnavailable } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Clock } from '#server/lib/http/serve.ts'
import type { AiMessage } from '#server/lib/integrations/ai.ts'
import { PRICES } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'

/** Maximum tokens per AI response, including the model's reasoning, and the minimum for a useful response. */
const MAX_ANSWER_TOKENS = 4_000
const MIN_ANSWER_TOKENS = 300
const ANSWERS_AT_ONCE = 2
/** Milliseconds until an unsettled reservation is released. */
const EXPIRES_MS = 5 * 60_000
/** Milliseconds between attempts to settle a reservation. */
const SETTLE_PAUSES_MS = [500, 1_500, 4_000]

/** Overhead tokens per message for its role and delimiters. */
const PER_MESSAGE = 16

const bytesOf = (messages: readonly AiMessage[]): number => messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
/** Upper bound for the messages' tokens. Each token has at least one byte. */
export const inputTokens = (messages: readonly AiMessage[]): number => bytesOf(messages) + messages.length * PER_MESSAGE
/** Estimated tokens if the provider doesn't report any. Languages average three to five bytes per token, so three is a safe estimate. */
export const counted = (messages: readonly AiMessage[], bytesWritten: number): number =>
  Math.ceil((bytesOf(messages) + bytesWritten) / 3) + messages.length * PER_MESSAGE

/** Returns the current month in the user's time zone, as `yyyy-MM`. */
const monthIn = (timezone: string, now: Date): string => todayIn(timezone, now.getTime()).slice(0, 7)

/** Returns the user's token usage for the current month. */
export const tokensOf = async (db: Db, { userId, timezone }: { userId: string; timezone: string }, now: Date) => {
  const { allowance = PRICES.aiAddOn.tokens, used = 0 } = (await query.monthOf(db, { userId, month: monthIn(timezone, now) })) ?? {}
  return { tokensAllowance: allowance, tokensUsed: used, tokensRemaining: Math.max(0, allowance - used) }
}

/** `usedUp` overrides the default message of `ai_used_up`. */
export type AnswerRequest = {
  userId: string
  timezone: string
  messages: readonly AiMessage[]
  atOnce?: number
  usedUp?: string | undefined
}
type Reserved = { id: string; tokens: number }

/**
 * Reserves the maximum cost of an AI response. Throws `ai_used_up`, or `too_many` if the user already has the maximum number of responses
 * in progress.
 */
export const reserveFor = async (
  db: Db,
  { userId, timezone, messages, atOnce = ANSWERS_AT_ONCE, usedUp }: AnswerRequest,
  now: Date,
): Promise<Reserved> => {
  const month = { userId, month: monthIn(timezone, now) }
  const asked = inputTokens(messages)
  const amount = { least: asked + MIN_ANSWER_TOKENS, most: asked + MAX_ANSWER_TOKENS }
  await query.insertMonth(db, { ...month, allowance: PRICES.aiAddOn.tokens })
  const attempt = () =>
    db.transaction(async (db) => {
      const tokens = await query.reserve(db, month, amount)
      if (tokens === undefined) return undefined
      if ((await query.countUnderWay(db, userId, now)) >= atOnce)
        throw new Refused('too_many', 'You already have two drafts in progress. Wait for one to finish, or stop it.', { retryAfter: 10 })
      const expiresAt = new Date(now.getTime() + EXPIRES_MS)
      return { id: await query.insertAnswer(db, { ...month, reserved: tokens, startedAt: now, expiresAt }), tokens }
    })
  const reserved = (await attempt()) ?? ((await query.release(db, now, userId)) ? await attempt() : undefined)
  if (!reserved) throw new Refused('ai_used_up', usedUp)
  return reserved
}

/** Settles an AI response. Retries while the database is unavailable, because unsettled tokens would be free. */
export const settleSurely = async (db: Db, id: string, used: number, clock: Clock): Promise<void> => {
  for (const wait of SETTLE_PAUSES_MS) {
    try {
      return void (await query.settle(db, id, used, clock()))
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await pause(wait)
    }
  }
  await query.settle(db, id, used, clock())
}
