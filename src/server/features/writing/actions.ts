/**
 * Generates AI responses within the monthly token allowance.
 *
 * 1. The maximum cost of a response is reserved before the provider is called, and is always settled afterward (tokens/actions.ts).
 * 2. A response is generated even if the client doesn't read its stream. At most one full response is buffered. Generation ends when the
 *    client disconnects, and always before the reservation expires.
 * 3. Prompts and responses are never logged. Prompts are never stored, responses only encrypted for their Idempotency-Key.
 */
import { Readable } from 'node:stream'
import type { Db } from '#server/lib/db/client.ts'
import { cleanAgain } from '#server/lib/html/lesson-html.ts'
import type { Clock } from '#server/lib/http/serve.ts'
import { type Ai, AiFailed, type AiMessage } from '#server/lib/integrations/ai.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { htmlOfMarkdown } from '#shared/markdown.ts'
import type { AiEvent } from '#shared/writing/contract.ts'
import { type AnswerRequest, counted, inputTokens, reserveFor, settleSurely } from './tokens/actions.ts'

/** Maximum characters per AI response. Only a provider that ignores its token limit exceeds this. */
const MAX_ANSWER = 40_000
/** Milliseconds until generation is aborted, before its reservation is released (tokens/actions.ts). */
const ANSWER_MS = 4 * 60_000
/** Milliseconds between keep-alive events. A stream that sends nothing for 15 seconds is cut off. */
const BEAT_MS = 10_000

/** Converts an AI response to sanitized lesson HTML. Drops characters that lessons can't contain. */
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
 * Generates an AI response and emits it in pieces. Returns the text, its size in bytes including the model's reasoning, the token count if
 * the provider reported one, and whether the response is complete.
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
 * Starts generating an AI response. Returns its event stream and `settled`, which resolves once the tokens are settled. Aborting `signal`
 * stops generation, and the text generated so far is charged. Throws `ai_used_up` or `too_many`.
 */
export const beginAnswer = async (writing: Writing, wish: AnswerRequest, signal: AbortSignal) => {
  const { db, clock, log } = writing
  const { messages } = wish
  const reserved = await reserveFor(db, wish, clock())
  const events = new Readable({ objectMode: true, read: () => undefined })
  const tell = (event: AiEvent): void => void (events.destroyed || events.push(event))

  const run = async (): Promise<void> => {
    const maxTokens = reserved.tokens - inputTokens(messages)
    const { text, bytes, tokens, isWhole } = await write(writing, { messages, maxTokens, signal }, tell)
    // An empty AI response is free unless the client disconnected before it arrived.
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
