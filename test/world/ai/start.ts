/**
 * A local stand-in for an AI provider, for the tests and for `npm run dev`. It implements OpenAI's chat completions API, so our server uses
 * the official SDK and can't tell the difference. It isn't part of the product. To make calls fail, set {@link Trouble} or put a tag such
 * as `[cut 5]` in the prompt.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { markdownFor, piecesOf, SCRIPTS } from './answer.ts'
import { mostOf, type Question, Refusal, readQuestion, tokensAsked } from './parameters.ts'
import { type Trouble, Troubles } from './trouble.ts'

type Options = {
  /** Defaults to a free port. */
  port?: number
  host?: string
  key?: string
  model?: string
  /** Milliseconds between two tokens. */
  pace?: number
}

/** A call that the stand-in accepted. */
export type MadeCall = {
  question: Question
  /** Tokens in the prompt, and in the response so far. */
  asked: number
  written: number
  /** True if the caller disconnected before the response ended. */
  isLeft: boolean
  hasEnded: boolean
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

const sendJson = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Fails a call instead of responding normally. Returns true if it did. */
const troubleInstead = ({ kind, ms = 1000 }: Trouble, response: ServerResponse): boolean => {
  if (kind === 'down') response.destroy()
  else if (kind === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Bad gateway</h1>')
  else if (kind === 'error')
    sendJson(response, 500, { error: { message: 'The server had an error.', type: 'server_error', param: null, code: null } })
  else if (kind === 'limited') {
    const error = { message: 'Rate limit reached.', type: 'requests', param: null, code: 'rate_limit_exceeded' }
    sendJson(response, 429, { error }, { 'retry-after': String(Math.ceil(ms / 1000)) })
  } else return false
  return true
}

/** Fails in the middle of a response. Returns true if the response ends there. */
const troubleWithin = async ({ kind }: Trouble, response: ServerResponse): Promise<boolean> => {
  if (kind === 'silent') await once(response, 'close')
  else if (kind === 'cut') {
    // Without this pause, data sent right before the disconnect would be lost.
    await pause(50)
    response.destroy()
  } else if (kind === 'garbled') response.end('data: {"choices": [{"delta"\n\n')
  else if (kind === 'failing')
    response.end('data: {"error":{"message":"The server is overloaded.","type":"server_error","param":null,"code":null}}\n\n')
  else return false
  return true
}

/** Returns a response's tokens, up to the limit, and its finish reason. */
const answerTo = (question: Question, whole: string) => {
  const all = piecesOf(whole)
  const pieces = all.slice(0, mostOf(question))
  return { pieces, finish_reason: pieces.length < all.length ? 'length' : 'stop' }
}

const usageOf = (call: MadeCall, trouble: Trouble | null) => {
  if (trouble?.kind === 'uncounted') return null
  const completion = trouble?.kind === 'overcounted' ? (mostOf(call.question) ?? call.written) * 10 : call.written
  return { prompt_tokens: call.asked, completion_tokens: completion, total_tokens: call.asked + completion }
}

/** Resolves when the reader has caught up or disconnected. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })

/** Streams a response token by token. */
const stream = async (
  response: ServerResponse,
  call: MadeCall,
  whole: string,
  { trouble, pace }: { trouble: Trouble | null; pace: number },
) => {
  const { question } = call
  const { pieces, finish_reason } = answerTo(question, whole)
  const hasUsage = question.stream_options?.include_usage === true
  const head = { id: 'chatcmpl-stand-in', object: 'chat.completion.chunk', created: Math.floor(Date.now() / 1000), model: question.model }
  const send = async (more: object): Promise<void> => {
    const line = `data: ${JSON.stringify({ ...head, ...(hasUsage && { usage: null }), ...more })}\n\n`
    if (!response.write(line) && !response.destroyed) await drained(response)
  }
  const choice = (delta: object, finish: string | null = null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })
  const breaks = (trouble?.after ?? 5) - 1
  if (trouble?.kind === 'silent' && trouble.after === 0) return once(response, 'close')
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  await send(choice({ role: 'assistant', content: '', refusal: null }))
  for (const [index, content] of pieces.entries()) {
    if (response.destroyed) return undefined
    if (trouble && index > breaks && (await troubleWithin(trouble, response))) return undefined
    if (pace > 0) await pause(pace)
    call.written++
    await send(choice({ content }))
  }
  await send(choice({}, finish_reason))
  const usage = usageOf(call, trouble)
  if (hasUsage && usage) await send({ choices: [], usage })
  return response.end('data: [DONE]\n\n')
}

/** Sends the whole response at once. */
const answerWhole = (response: ServerResponse, call: MadeCall, whole: string, trouble: Trouble | null): void => {
  const { pieces, finish_reason } = answerTo(call.question, whole)
  call.written = pieces.length
  const message = { role: 'assistant', content: pieces.join(''), refusal: null }
  sendJson(response, 200, {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: call.question.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: usageOf(call, trouble) ?? undefined,
  })
}

export type AiStandIn = Awaited<ReturnType<typeof startAi>>

export const startAi = async (options: Options = {}) => {
  const { port = 0, host = '127.0.0.1', key = 'sk-firstbell', model = 'stand-in', pace = 0 } = options
  const troubles = new Troubles()
  const calls: MadeCall[] = []
  let fixed: string | undefined

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in')
    if (request.method === 'GET' && pathname === '/v1/models' && request.headers.authorization === `Bearer ${key}`)
      return sendJson(response, 200, { object: 'list', data: [{ id: model, object: 'model' }] })
    if (request.method !== 'POST' || pathname !== '/v1/chat/completions')
      throw new Refusal(404, `Unknown request URL: ${request.method} ${pathname}.`, { code: 'unknown_url' })
    if (request.headers.authorization !== `Bearer ${key}`)
      throw new Refusal(401, 'Incorrect API key provided.', { code: 'invalid_api_key' })
    if (!request.headers['content-type']?.startsWith('application/json')) throw new Refusal(415, 'Unsupported content type.')
    const question = readQuestion(body, model)
    const call: MadeCall = { question, asked: tokensAsked(question), written: 0, isLeft: false, hasEnded: false }
    calls.push(call)
    response.once('close', () => {
      call.isLeft = !response.writableFinished
      call.hasEnded = true
    })
    const prompt = question.messages.findLast(({ role }) => role === 'user')?.content ?? ''
    const trouble = troubles.of(prompt)
    if (trouble?.kind === 'slow') await pause(trouble.ms ?? 5000)
    if (trouble && troubleInstead(trouble, response)) return
    const whole = trouble?.kind === 'scripts' ? SCRIPTS : (fixed ?? markdownFor(prompt))
    if (question.stream) await stream(response, call, whole, { trouble, pace })
    else answerWhole(response, call, whole, trouble)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Refusal) return sendJson(response, error.status, { error: error.reason })
      if (!response.headersSent) response.writeHead(500)
      return response.end(`The stand-in for the AI is at fault: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const baseUrl = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${(server.address() as AddressInfo).port}/v1`
  return {
    baseUrl,
    key,
    model,
    /** Settings that connect our server to this stand-in. */
    settings: { AI_BASE_URL: baseUrl, AI_API_KEY: key, AI_MODEL: model },
    /** The accepted calls, oldest first. */
    calls,
    /** Sets a fixed response for all prompts. Undefined restores responses that fit the prompt. */
    write: (markdown: string | undefined) => {
      fixed = markdown
    },
    /** Makes calls fail until {@link heal} is called. */
    trouble: (trouble: Trouble) => troubles.begin(trouble),
    heal: () => troubles.end(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
