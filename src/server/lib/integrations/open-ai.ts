/**
 * AI provider client that uses the OpenAI SDK. Loaded only if configured.
 *
 * 1. A response ends after 30 seconds of silence, whether before the first token (including retries and pauses) or between two tokens.
 * 2. A call is retried at most once, and only before the first token.
 * 3. Errors and logs never contain the prompt or the response. An error contains only a status and a code.
 * 4. Requests are sent only to the configured URL. Redirects are errors.
 */
import { setTimeout as pause } from 'node:timers/promises'
import OpenAI from 'openai'
import { type Ai, AiFailed, type AiMessage, type AiPiece, type AiSettings } from './ai.ts'

const PATIENCE_MS = 30_000
/** If the provider requests a longer delay, the call isn't retried. */
const LONGEST_PAUSE_MS = 5_000
/**
 * OpenAI itself uses a newer name for the token limit and supports an option not to store responses. Other providers reject or ignore both.
 */
const IS_OPEN_AI = /(?:^|\.)openai\.(?:azure\.)?com$/

type Delta = OpenAI.ChatCompletionChunk.Choice.Delta & { reasoning_content?: string | null; reasoning?: string | null }

/** Returns the error for a failed call, without including any of the call's content. */
const failureOf = (error: unknown): AiFailed => {
  if (error instanceof AiFailed) return error
  if (!(error instanceof OpenAI.APIError)) return new AiFailed('The provider ended the answer early')
  if (error.status === undefined) return new AiFailed("The provider can't be reached or reported an error")
  const code = /^\w{1,60}$/.exec(String(error.code ?? ''))?.[0]
  return new AiFailed(['The provider returned', error.status, code].filter(Boolean).join(' '))
}

/** Returns how long to wait before a retry, in milliseconds, or undefined if retrying wouldn't help. */
const pauseAfter = (error: unknown): number | undefined => {
  if (!(error instanceof OpenAI.APIError) || error instanceof OpenAI.APIUserAbortError) return undefined
  const { status = 500, headers } = error
  const asked = Number(headers?.get('retry-after') ?? 0) * 1000
  const isTemporary = [408, 409, 429].includes(status) || status >= 500
  const wait = (Number.isFinite(asked) ? asked : LONGEST_PAUSE_MS + 1) + 250 + Math.random() * 500
  return isTemporary && wait <= LONGEST_PAUSE_MS ? wait : undefined
}

export const openOpenAi = ({ baseUrl, apiKey, model }: AiSettings): Ai => {
  const { host, hostname } = new URL(baseUrl)
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey,
    // By default, the SDK would read these from the environment or write to the log.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: PATIENCE_MS,
    fetchOptions: { redirect: 'error' },
  })

  const ask = async (messages: readonly AiMessage[], maxTokens: number, signal: AbortSignal) => {
    const limits = IS_OPEN_AI.test(hostname) ? { max_completion_tokens: maxTokens, store: false } : { max_tokens: maxTokens }
    const question = {
      model,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      stream: true as const,
      stream_options: { include_usage: true },
      ...limits,
    }
    try {
      return await client.chat.completions.create(question, { signal })
    } catch (error) {
      const wait = pauseAfter(error)
      if (wait === undefined || signal.aborted) throw error
      await pause(wait, undefined, { signal })
      return client.chat.completions.create(question, { signal })
    }
  }

  async function* write(
    messages: readonly AiMessage[],
    { maxTokens, signal }: { maxTokens: number; signal: AbortSignal },
  ): AsyncGenerator<AiPiece> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
    let isWhole = false
    try {
      for await (const { choices, usage } of await ask(messages, maxTokens, AbortSignal.any([signal, patience.signal]))) {
        const [choice] = choices ?? []
        const { content, reasoning, reasoning_content } = (choice?.delta ?? {}) as Delta
        const thought = reasoning_content || reasoning
        if (content || thought) timer.refresh()
        if (thought) yield { kind: 'thought', text: thought }
        if (content) yield { kind: 'text', text: content }
        isWhole ||= typeof choice?.finish_reason === 'string'
        const tokens = usage?.total_tokens
        if (typeof tokens === 'number' && tokens >= 0) yield { kind: 'used', tokens: Math.ceil(tokens) }
      }
    } catch (error) {
      if (!patience.signal.aborted) throw signal.aborted ? new AiFailed('The answer was stopped') : failureOf(error)
    } finally {
      clearTimeout(timer)
    }
    // The SDK ends an aborted stream as if it were complete.
    if (signal.aborted) throw new AiFailed('The answer was stopped')
    if (patience.signal.aborted) throw new AiFailed('The provider sent nothing for 30 seconds')
    if (!isWhole) throw new AiFailed('The provider ended the answer early')
  }

  return { host, write }
}
