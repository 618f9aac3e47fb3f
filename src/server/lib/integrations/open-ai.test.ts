import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AiStandIn, startAi } from '#test/world/ai/start.ts'
import type { Trouble } from '#test/world/ai/trouble.ts'
import type { AiMessage, AiPiece } from './ai.ts'
import { AiFailed } from './ai.ts'
import { openOpenAi } from './open-ai.ts'

let standIn: AiStandIn
beforeEach(async () => {
  standIn = await startAi()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await standIn.close()
})

const SECRET = 'what the teacher asked'
const messages: AiMessage[] = [
  { role: 'system', text: 'You plan lessons.' },
  { role: 'user', text: SECRET },
]
const openAi = (more: Partial<{ baseUrl: string; apiKey: string; model: string }> = {}) =>
  openOpenAi({ baseUrl: standIn.baseUrl, apiKey: standIn.key, model: standIn.model, ...more })

/** Reads an entire response. Resolves to its text, its token counts and, if it failed, the reason. */
const read = async ({
  ai = openAi(),
  maxTokens = 1000,
  signal = new AbortController().signal,
  onPiece = (_: AiPiece): void => undefined,
} = {}) => {
  const seen = { text: '', thought: '', tokens: undefined as number | undefined, failure: undefined as AiFailed | undefined }
  try {
    for await (const piece of ai.write(messages, { maxTokens, signal })) {
      if (piece.kind === 'used') seen.tokens = piece.tokens
      else if (piece.kind === 'text') seen.text += piece.text
      else seen.thought += piece.text
      onPiece(piece)
    }
  } catch (error) {
    if (!(error instanceof AiFailed)) throw error
    seen.failure = error
  }
  return seen
}

test('an answer is streamed in pieces, followed by its token count', async () => {
  const { text, tokens, failure } = await read()
  expect(text).toMatch(/^## What the teacher asked\n\n### Objective/)
  const [call] = standIn.calls
  expect(tokens).toBe((call?.asked ?? 0) + (call?.written ?? 0))
  expect(failure).toBeUndefined()
  expect(call?.question).toMatchObject({ max_tokens: 1000, stream: true, stream_options: { include_usage: true } })
  expect(openAi().host).toBe(new URL(standIn.baseUrl).host)
})

test.each<[string, Trouble, string]>([
  ['error', { kind: 'error' }, 'The provider returned 500'],
  ['limited', { kind: 'limited' }, 'The provider returned 429 rate_limit_exceeded'],
  ['down', { kind: 'down' }, "The provider can't be reached or reported an error"],
])('an immediate failure is retried once: %s', async (_, trouble, reason) => {
  standIn.trouble({ ...trouble, times: 1, ms: 0 })
  expect((await read()).text).toContain('### Objective')
  expect(standIn.calls).toHaveLength(2)
  standIn.trouble({ ...trouble, ms: 0 })
  expect((await read()).failure?.message).toBe(reason)
  expect(standIn.calls).toHaveLength(4)
})

test('a provider that asks for too long a pause is not retried', async () => {
  standIn.trouble({ kind: 'limited', ms: 60_000 })
  expect((await read()).failure?.message).toBe('The provider returned 429 rate_limit_exceeded')
  expect(standIn.calls).toHaveLength(1)
})

test.each<[string, Trouble, string]>([
  ['is cut off', { kind: 'cut', after: 3 }, 'The provider ended the answer early'],
  ['contains garbage', { kind: 'garbled', after: 3 }, 'The provider ended the answer early'],
  ['fails', { kind: 'failing', after: 3 }, "The provider can't be reached or reported an error"],
])('an answer that %s in the middle keeps its text and is not retried', async (_, trouble, reason) => {
  standIn.trouble(trouble)
  const { text, failure } = await read()
  expect([text, failure?.message]).toEqual(['## What the ', reason])
  expect(standIn.calls).toHaveLength(1)
})

test('an HTML page or a missing answer is a failure', async () => {
  standIn.trouble({ kind: 'garbage' })
  expect(await read()).toMatchObject({ text: '', failure: { message: 'The provider ended the answer early' } })
})

test.each([0, 3])('30 seconds of silence after %i tokens ends the answer', async (after) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  standIn.trouble({ kind: 'silent', after })
  let answer: Awaited<ReturnType<typeof read>> | undefined
  void read().then((ended) => (answer = ended))
  await vi.waitFor(() => expect(standIn.calls.at(-1)?.written).toBe(after))
  await vi.advanceTimersByTimeAsync(31_000)
  await vi.waitFor(() => expect(answer).toBeDefined())
  expect(answer).toMatchObject({ failure: { message: 'The provider sent nothing for 30 seconds' } })
  expect(standIn.calls).toHaveLength(1)
})

test('a client that disconnects stops the provider', async () => {
  standIn.trouble({ kind: 'silent', after: 3 })
  const stop = new AbortController()
  const { failure } = await read({ signal: stop.signal, onPiece: () => stop.abort() })
  expect(failure?.message).toBe('The answer was stopped')
  await expect.poll(() => standIn.calls.at(-1)).toMatchObject({ isLeft: true })
  expect((await read({ signal: AbortSignal.abort() })).failure?.message).toBe('The answer was stopped')
})

test('a client that stops reading stops the provider, too', async () => {
  standIn.trouble({ kind: 'silent', after: 3 })
  for await (const _ of openAi().write(messages, { maxTokens: 10, signal: new AbortController().signal })) break
  await expect.poll(() => standIn.calls.at(-1)).toMatchObject({ isLeft: true })
})

test('an answer without a token count is still complete', async () => {
  standIn.trouble({ kind: 'uncounted' })
  expect(await read()).toMatchObject({ tokens: undefined, failure: undefined })
})

test.each([
  ['a wrong key', { apiKey: 'sk-other' }, 'The provider returned 401 invalid_api_key'],
  ['a missing model', { model: 'other' }, 'The provider returned 404 model_not_found'],
])('%s is reported without any sent content', async (_, settings, reason) => {
  const written = vi.spyOn(console, 'error').mockReturnValue()
  const { failure } = await read({ ai: openAi(settings) })
  expect(failure?.message).toBe(reason)
  expect(`${failure?.stack}${JSON.stringify(failure)}`).not.toContain(SECRET)
  expect([failure?.cause, written.mock.calls]).toEqual([undefined, []])
})

test.each(['reasoning', 'reasoning_content'])("a model's reasoning is separate from its answer: %s", async (name) => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const body = chunk({ [name]: 'Hm. ' }) + chunk({ content: 'Yes', [name]: null }) + chunk({}, 'stop')
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  expect(await read()).toMatchObject({ thought: 'Hm. ', text: 'Yes', failure: undefined })
})

test('OpenAI itself gets the no-storage option and the newer name of the limit', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body, redirect }: RequestInit) => {
    sent.push([String(url), redirect, JSON.parse(String(body))])
    return new Response('{}', { status: 400 })
  })
  await read({ ai: openAi({ baseUrl: 'https://api.openai.com/v1' }) })
  expect(sent).toMatchObject([['https://api.openai.com/v1/chat/completions', 'error', { max_completion_tokens: 1000, store: false }]])
  expect(JSON.stringify(sent)).not.toContain('max_tokens')
})
