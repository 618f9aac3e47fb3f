/**
 * Generates AI answers within the monthly token allowance.
 *
 * 1. The maximum cost of an answer is reserved before the provider is called, and always settled afterwards.
 * 2. An answer is generated whether or not its stream is read. At most one full answer is buffered. It ends when the client disconnects,
 *    and in any case before its reservation expires.
 * 3. Prompts and answers are never stored or logged.
 */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/lib/db/client.ts'
import { isUnavailable } from '#server/lib/db/failures.ts'
import { cleanAgain, type LessonHtml } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Clock } from '#server/lib/http/serve.ts'
import { type Ai, AiFailed, type AiMessage } from '#server/lib/integrations/ai.ts'
import { PRICES } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'
import { htmlOfMarkdown } from '#shared/markdown.ts'
import type { AiEvent } from '#shared/writing/contract.ts'
import * as query from './queries.ts'

/** Maximum tokens per answer including the model's thinking, and the minimum for a useful answer. */
const MAX_ANSWER_TOKENS = 4_000
const MIN_ANSWER_TOKENS = 300
/** Maximum characters per answer. Only a provider that ignores its token limit exceeds this. */
const MAX_ANSWER = 40_000
/** Milliseconds until an answer is aborted, and until its reservation is released. */
const ANSWER_MS = 4 * 60_000
const EXPIRES_MS = 5 * 60_000
/** Keeps the connection alive: a stream that sends nothing for 15 seconds is cut off. */
const BEAT_MS = 10_000
const ANSWERS_AT_ONCE = 2
/** Milliseconds between attempts to settle an answer. */
const SETTLE_PAUSES_MS = [500, 1_500, 4_000]

/** Overhead tokens per message for its role and delimiters. */
const PER_MESSAGE = 16

const bytesOf = (messages: readonly AiMessage[]): number => messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
/** Upper bound of the messages' tokens: a token has at least one byte. */
const atMost = (messages: readonly AiMessage[]): number => bytesOf(messages) + messages.length * PER_MESSAGE
/** Estimated tokens if the provider reports none. Languages average three to five bytes per token, so three is a safe estimate. */
const counted = (messages: readonly AiMessage[], bytesWritten: number): number =>
  Math.ceil((bytesOf(messages) + bytesWritten) / 3) + messages.length * PER_MESSAGE

/** A user's current month, `yyyy-MM` in their time zone. */
const monthIn = (timezone: string, now: Date): string => todayIn(timezone, now.getTime()).slice(0, 7)

/** Returns the user's tokens for the current month. */
export const tokensOf = async (db: Db, { userId, timezone }: { userId: string; timezone: string }, now: Date) => {
  const { allowance = PRICES.aiAddOn.tokens, used = 0 } = (await query.monthOf(db, { userId, month: monthIn(timezone, now) })) ?? {}
  return { tokensAllowance: allowance, tokensUsed: used, tokensRemaining: Math.max(0, allowance - used) }
}

/** `usedUp` overrides the default message of `ai_used_up`. */
type AnswerRequest = { userId: string; timezone: string; messages: readonly AiMessage[]; atOnce?: number; usedUp?: string | undefined }
type Reserved = { id: string; tokens: number }

/** Reserves the maximum cost of an answer. Throws `ai_used_up`, or `too_many` if the maximum number of answers is in progress. */
const reserveFor = async (
  db: Db,
  { userId, timezone, messages, atOnce = ANSWERS_AT_ONCE, usedUp }: AnswerRequest,
  now: Date,
): Promise<Reserved> => {
  const month = { userId, month: monthIn(timezone, now) }
  const asked = atMost(messages)
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

/** Settles an answer, retrying while the database is unavailable: unsettled tokens would be free. */
const settleSurely = async (db: Db, id: string, used: number, clock: Clock): Promise<void> => {
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

/** Converts an answer to sanitized lesson HTML. Drops characters that lessons can't contain. */
const lessonHtmlOf = (markdown: string): Promise<LessonHtml> =>
  cleanAgain(
    htmlOfMarkdown(
      markdown
        .replace(/\0|\p{Surrogate}/gu, '')
        .replace(/(\p{M}{30})\p{M}+/gu, '$1')
        .normalize('NFC'),
    ),
  )

export type Writing = { db: Db; ai: Ai; clock: Clock; log: Record<'warn' | 'error', (details: object, message: string) => void> }

/**
 * Generates an answer and emits its pieces. Returns the text, its size in bytes including the model's thinking, the tokens if the provider
 * reported them, and whether the answer is complete.
 */
const write = async (
  { ai, log }: Writing,
  { messages, maxTokens, signal }: { messages: readonly AiMessage[]; maxTokens: number; signal: AbortSignal },
  tell: (event: AiEvent) => void,
) => {
  const beat = setInterval(() => tell({ kind: 'text', text: '' }), BEAT_MS)
  const answer = { text: '', bytes: 0, tokens: undefined as number | undefined, isWhole: false }
  try {
    for await (const piece of ai.write(messages, { maxTokens, signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) })) {
      if (piece.kind === 'used') {
        answer.tokens = piece.tokens
        continue
      }
      answer.bytes += Buffer.byteLength(piece.text)
      if (piece.kind === 'thought') continue
      answer.text += piece.text
      if (answer.text.length > MAX_ANSWER) throw new AiFailed('The provider exceeded the length limit')
      tell({ kind: 'text', text: piece.text })
    }
    answer.isWhole = answer.text.trim() !== ''
  } catch (error) {
    if (!(error instanceof AiFailed)) log.error({ err: error }, 'an answer failed')
    else if (!signal.aborted) log.warn({ reason: error.message }, 'an answer failed')
  } finally {
    clearInterval(beat)
  }
  return answer
}

/**
 * Starts an answer. Returns its event stream and `settled`, which resolves once the tokens are settled. Aborting `signal` ends it, and the
 * text generated so far is charged. Throws `ai_used_up`, `too_many`.
 */
export const beginAnswer = async (writing: Writing, wish: AnswerRequest, signal: AbortSignal) => {
  const { db, clock, log } = writing
  const { messages } = wish
  const reserved = await reserveFor(db, wish, clock())
  const events = new Readable({ objectMode: true, read: () => undefined })
  const tell = (event: AiEvent): void => void (events.destroyed || events.push(event))

  const run = async (): Promise<void> => {
    const maxTokens = reserved.tokens - atMost(messages)
    const { text, bytes, tokens, isWhole } = await write(writing, { messages, maxTokens, signal }, tell)
    // An empty answer is free unless the client disconnected before it arrived.
    const used = tokens ?? (text !== '' || signal.aborted ? counted(messages, bytes) : 0)
    if (used > reserved.tokens) log.warn({ used, reserved: reserved.tokens }, 'the provider counted more tokens than allowed')
    await settleSurely(db, reserved.id, Math.min(used, reserved.tokens), clock)
    tell({ kind: isWhole ? 'done' : 'failed', content: await lessonHtmlOf(text) })
  }
  const settled = run()
    .catch((error: unknown) => {
      log.error({ err: error }, 'an answer could not be settled')
      tell({ kind: 'failed', content: '' })
    })
    .finally(() => tell(null as never))
  return { events: events as AsyncIterable<AiEvent>, settled }
}
