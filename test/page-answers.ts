/**
 * Stubs some server responses in page tests, for example to simulate an external service or its failure. Other calls reach the real routes.
 */
import { afterEach, beforeAll, vi } from 'vitest'
import { fetchFromApp } from './tab.ts'

type Call = { body: Record<string, unknown>; pass: () => Promise<Response> }
type Answer = (call: Call) => Response | Promise<Response>

const answers = new Map<string, Answer>()
/** The write requests sent by the page, such as `POST /api/billing/portal`, with their bodies. */
export const sent: { name: string; body: Record<string, unknown> }[] = []

/** Stubs the response to a call, such as `GET /api/billing`, until the test ends or replaces the stub. */
export const answer = (name: string, how: Answer): void => void answers.set(name, how)
/** Removes a stub, so that the real route responds again. */
export const unanswer = (name: string): void => void answers.delete(name)

export const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
/** Stubs the response to a call with the result of `body`. */
export const tell = (name: string, body: () => object): void => answer(name, () => json(body()))
/** Rejects a call with an error response, as the server would. */
export const refuse = (name: string, status: number, code: string, message = 'Not now.'): void =>
  answer(name, () => json({ code, message }, status))
/** Fails a call as if the browser were offline. */
export const cut = (name: string): void =>
  answer(name, () => {
    throw new TypeError('Failed to fetch')
  })
/** Adds fields to the real route's response. */
export const add = (name: string, more: () => object): void =>
  answer(name, async ({ pass }) => {
    const reply = await pass()
    return reply.ok ? json({ ...(await reply.json()), ...more() }) : reply
  })
/** Delays a call until the returned function is called. The real route then responds. */
export const hold = (name: string): (() => void) => {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  answer(name, async ({ pass }) => {
    await gate
    return pass()
  })
  return () => letGo()
}

const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), { once: true }))

const fetchAnswered = async (address: string, init: RequestInit = {}): Promise<Response> => {
  const name = `${init.method ?? 'GET'} ${address.replace(/\?.*/, '')}`
  // No other device makes changes in these tests.
  if (name === 'GET /api/live') return aborted(init.signal)
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
  if (init.method !== 'GET') sent.push({ name, body })
  const pass = () => fetchFromApp(address, init)
  const how = answers.get(name)
  return how ? Promise.race([Promise.resolve().then(() => how({ body, pass })), aborted(init.signal)]) : pass()
}

/** Installs the stubs for all tests in a file. Call it after `inPage`. */
export const withAnswers = (): void => {
  beforeAll(() => void vi.stubGlobal('fetch', fetchAnswered))
  afterEach(() => {
    answers.clear()
    sent.length = 0
  })
}
