/**
 * Has answers written, within the tokens of the month.
 *
 * 1. What an answer may cost at the worst is reserved before the provider is asked, and settled whatever becomes of it.
 * 2. An answer is written whether or not it is read: what waits for its reader is at most as long as an answer may be. It
 *    ends when its reader goes away, and in any case before what it has reserved is taken for lost.
 * 3. Nothing of what was asked or answered is kept or logged.
 */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/lib/db/client.ts'
import { isUnavailable } from '#server/lib/db/failures.ts'
import { cleanAgain, type LessonHtml } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Clock } from '#server/lib/http/serve.ts'
import { type Ai, AiFailed, type AiMessage } from '#server/lib/outside/ai.ts'
import { PRICES } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'
import { htmlOfMarkdown } from '#shared/markdown.ts'
import type { AiEvent } from '#shared/writing/contract.ts'
import * as query from './queries.ts'

/** Tokens that one answer may have, with what a model thinks before it; and with how few it still says something. */
const MAX_ANSWER_TOKENS = 4_000
const MIN_ANSWER_TOKENS = 300
/** Letters of an answer; only a provider that keeps to no limit writes more. */
const MAX_ANSWER = 40_000
/** Milliseconds until an answer is broken off, and until what it reserved is released. */
const ANSWER_MS = 4 * 60_000
const EXPIRES_MS = 5 * 60_000
/** A stream on which nothing is sent for fifteen seconds is cut off. */
const BEAT_MS = 10_000
const ANSWERS_AT_ONCE = 2
/** Milliseconds between tries to settle an answer. */
const SETTLE_PAUSES_MS = [500, 1_500, 4_000]

/** Tokens that a message costs beside its text: whose part it is, where it begins and ends. */
const PER_MESSAGE = 16

const bytesOf = (messages: readonly AiMessage[]): number => messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
/** The most tokens that messages can have: no token is less than a byte. */
const atMost = (messages: readonly AiMessage[]): number => bytesOf(messages) + messages.length * PER_MESSAGE
/** Tokens where nobody has counted them: languages have three to five bytes for each, and ours pays for three. */
const counted = (messages: readonly AiMessage[], bytesWritten: number): number =>
  Math.ceil((bytesOf(messages) + bytesWritten) / 3) + messages.length * PER_MESSAGE

/** The month of a person, `yyyy-MM` in their zone. */
const monthIn = (timezone: string, now: Date): string => todayIn(timezone, now.getTime()).slice(0, 7)

/** Returns the tokens of this month. */
export const tokensOf = async (db: Db, { userId, timezone }: { userId: string; timezone: string }, now: Date) => {
  const { allowance = PRICES.aiAddOn.tokens, used = 0 } = (await query.monthOf(db, { userId, month: monthIn(timezone, now) })) ?? {}
  return { tokensAllowance: allowance, tokensUsed: used, tokensRemaining: Math.max(0, allowance - used) }
}

/** `usedUp`: what to say where the month has no tokens left; what the table of refusals says where it is left out. */
type Wish = { userId: string; timezone: string; messages: readonly AiMessage[]; atOnce?: number; usedUp?: string | undefined }
type Reserved = { id: string; tokens: number }

/** Reserves what an answer may cost. Throws `ai_used_up`, and `too_many` where as many answers as may be are under way. */
const reserveFor = async (db: Db, { userId, timezone, messages, atOnce = ANSWERS_AT_ONCE, usedUp }: Wish, now: Date): Promise<Reserved> => {
  const month = { userId, month: monthIn(timezone, now) }
  const asked = atMost(messages)
  const amount = { least: asked + MIN_ANSWER_TOKENS, most: asked + MAX_ANSWER_TOKENS }
  await query.insertMonth(db, { ...month, allowance: PRICES.aiAddOn.tokens })
  const attempt = () =>
    db.transaction(async (db) => {
      const tokens = await query.reserve(db, month, amount)
      if (tokens === undefined) return undefined
      if ((await query.countUnderWay(db, userId, now)) >= atOnce)
        throw new Refused('too_many', 'Other answers are still being written for you. Wait for them, or stop one.', { retryAfter: 10 })
      const expiresAt = new Date(now.getTime() + EXPIRES_MS)
      return { id: await query.insertAnswer(db, { ...month, reserved: tokens, startedAt: now, expiresAt }), tokens }
    })
  const reserved = (await attempt()) ?? ((await query.release(db, now, userId)) ? await attempt() : undefined)
  if (!reserved) throw new Refused('ai_used_up', usedUp)
  return reserved
}

/** Settles an answer; a database that cannot be reached for a moment is asked again, for what is not settled is given away. */
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

/** Returns an answer as clean lesson HTML. What no text of ours may hold goes. */
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

/** Writes an answer and tells of it. Returns what has come, its bytes with what was thought before, the tokens if they were counted, and whether it is whole. */
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
      if (answer.text.length > MAX_ANSWER) throw new AiFailed('The provider writes without end')
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
 * Begins an answer. Returns what happens in it, and `settled`, when all is paid for. Throws `ai_used_up`, `too_many`.
 * `signal` ends it: what has come until then is counted.
 */
export const beginAnswer = async (writing: Writing, wish: Wish, signal: AbortSignal) => {
  const { db, clock, log } = writing
  const { messages } = wish
  const reserved = await reserveFor(db, wish, clock())
  const events = new Readable({ objectMode: true, read: () => undefined })
  const tell = (event: AiEvent): void => void (events.destroyed || events.push(event))

  const run = async (): Promise<void> => {
    const maxTokens = reserved.tokens - atMost(messages)
    const { text, bytes, tokens, isWhole } = await write(writing, { messages, maxTokens, signal }, tell)
    // What brought nothing costs nothing, unless it was the reader who did not wait for it.
    const used = tokens ?? (text !== '' || signal.aborted ? counted(messages, bytes) : 0)
    if (used > reserved.tokens) log.warn({ used, reserved: reserved.tokens }, 'more tokens were counted than were allowed')
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
