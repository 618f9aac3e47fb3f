/** Tests the stand-in with the official SDK: it accepts and refuses the same calls as OpenAI, and fails on demand. */
import OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AiStandIn, startAi } from './start.ts'

let standIn: AiStandIn
beforeEach(async () => {
  standIn = await startAi()
})
afterEach(() => standIn.close())

const officialClient = ({ baseUrl, key } = { baseUrl: standIn.baseUrl, key: standIn.key }) =>
  new OpenAI({ baseURL: baseUrl, apiKey: key, maxRetries: 0, timeout: 2000, logLevel: 'off' })
const messages = [
  { role: 'system' as const, content: 'You plan lessons.' },
  { role: 'user' as const, content: 'Write an outline about fractions' },
]
const question = { model: 'stand-in', messages }
const streamed = (content = 'Write an outline about fractions', more: object = {}) => ({
  model: 'stand-in',
  messages: [{ role: 'user' as const, content }],
  stream: true as const,
  stream_options: { include_usage: true },
  ...more,
})

/** Reads a stream to its end. Returns the text of all chunks and the token usage. */
const read = async (body: ReturnType<typeof streamed>, client = officialClient()) => {
  let text = ''
  let usage: OpenAI.CompletionUsage | null | undefined
  let finish: string | null = null
  try {
    for await (const chunk of await client.chat.completions.create(body)) {
      text += chunk.choices[0]?.delta.content ?? ''
      finish = chunk.choices[0]?.finish_reason ?? finish
      usage ??= chunk.usage
    }
    return { text, usage, finish }
  } catch (error) {
    return { text, error: error as Error & { status?: number } }
  }
}

test('an answer arrives whole or in pieces, depends on the prompt, and is counted', async () => {
  const whole = await officialClient().chat.completions.create(question)
  const { text, usage, finish } = await read(streamed())
  expect(text).toBe(whole.choices[0]?.message.content)
  expect(text).toMatch(/^## Outline about fractions\n\n### Objective/)
  expect(finish).toBe('stop')
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
  expect((await read(streamed('Give me discussion questions'))).text).toContain('1. What do you notice?')
  expect((await read(streamed('Fractions', { stream_options: undefined }))).usage).toBeUndefined()
})

test('no more is written than allowed', async () => {
  const { usage, finish } = await read(streamed('An outline', { max_tokens: 7 }))
  expect([usage?.completion_tokens, finish]).toEqual([7, 'length'])
})

test("invalid calls are refused with the protocol's errors", async () => {
  const ask = (more: object, client = officialClient()) => client.chat.completions.create({ ...question, ...more }).catch((error) => error)
  expect(await ask({}, officialClient({ ...standIn, key: 'sk-other' }))).toMatchObject({ status: 401, code: 'invalid_api_key' })
  expect(await ask({ model: 'gpt-9' })).toMatchObject({ status: 404, code: 'model_not_found' })
  expect(await ask({ colour: 'red' })).toMatchObject({ status: 400, code: 'unknown_parameter' })
  expect(await ask({ messages: [] })).toMatchObject({ status: 400, param: 'messages' })
  expect(await ask({ messages: [{ role: 'user', content: 3 }] })).toMatchObject({ status: 400, param: 'messages.0.content' })
  expect(await ask({ max_tokens: 0 })).toMatchObject({ status: 400, param: 'max_tokens' })
  expect(await ask({ max_tokens: 5, max_completion_tokens: 5 })).toMatchObject({ status: 400, param: 'max_tokens' })
  expect(await ask({ stream_options: { include_usage: true } })).toMatchObject({ status: 400, param: 'stream_options' })
  expect(await ask({ messages: [{ role: 'user', content: 'x'.repeat(600_000) }] })).toMatchObject({ code: 'context_length_exceeded' })
  expect(await ask({}, officialClient({ ...standIn, baseUrl: standIn.baseUrl.replace('/v1', '/v2') }))).toMatchObject({ status: 404 })
})

test.each([
  ['down', { text: '', error: {} }],
  ['error', { text: '', error: { status: 500 } }],
  ['limited', { text: '', error: { status: 429 } }],
  ['cut 3', { text: '## Fractions', error: {} }],
  ['garbled 3', { error: { name: 'SyntaxError' } }],
  ['failing 3', { error: { message: 'The server is overloaded.' } }],
  ['uncounted', { finish: 'stop', usage: null }],
])('a prompt with [%s] fails that way', async (trouble, seen) => {
  expect(await read(streamed(`Fractions of a pizza [${trouble}]`))).toMatchObject(seen)
})

test('garbage is a page and not a stream', async () => {
  expect(await read(streamed('[garbage]'))).toEqual({ text: '', usage: undefined, finish: null })
})

test('silence lasts until the caller disconnects, which the stand-in notices', async () => {
  for (const after of [0, 3]) {
    const patience = new AbortController()
    const stream = officialClient().chat.completions.create(streamed(`[silent ${after}]`), { signal: patience.signal })
    const ended = stream.then(async (pieces) => {
      for await (const _ of pieces);
    })
    await expect.poll(() => standIn.calls.at(-1)?.written).toBe(after)
    patience.abort()
    await ended.catch(() => undefined)
    await expect.poll(() => standIn.calls.at(-1)).toMatchObject({ isLeft: true, hasEnded: true })
  }
})

test('scripts are written, and more tokens are counted than allowed, on request', async () => {
  expect((await read(streamed('[scripts]'))).text).toContain('<script>')
  expect((await read(streamed('[overcounted]', { max_tokens: 10 }))).usage?.completion_tokens).toBe(100)
})

test('trouble lasts as long as configured', async () => {
  standIn.trouble({ kind: 'error', times: 1 })
  expect((await read(streamed())).error).toMatchObject({ status: 500 })
  expect((await read(streamed())).finish).toBe('stop')
  standIn.trouble({ kind: 'limited' })
  expect((await read(streamed())).error).toMatchObject({ status: 429 })
  standIn.heal()
  expect((await read(streamed())).finish).toBe('stop')
})
