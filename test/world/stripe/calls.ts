/** The Stripe API calls that our server uses, over HTTP, including API keys, versions, idempotency, errors and simulated faults. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { balanceCalls } from './balance.ts'
import { cardCalls } from './cards.ts'
import { chargeCalls } from './charges.ts'
import { checkoutCalls } from './checkout.ts'
import { customerCalls } from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import { eventCalls } from './events.ts'
import { expanded } from './expand.ts'
import { invoiceCalls } from './invoices.ts'
import { parseForm } from './parameters.ts'
import { portalCalls } from './portal.ts'
import { priceCalls } from './prices.ts'
import { promotionCodeCalls } from './promotion-codes.ts'
import { refundCalls } from './refunds.ts'
import { invalid, misshapen, Refusal } from './refusal.ts'
import { subscriptionCalls } from './subscriptions.ts'
import { type Troubles, troubleBefore } from './trouble.ts'
import { webhookEndpointCalls } from './webhook-endpoints.ts'
import { API_VERSION, type World } from './world.ts'

/** Maximum length of an idempotency key, in characters. */
const MAX_KEY = 255

const CALLS: Endpoint[] = [
  ...customerCalls,
  ...balanceCalls,
  ...priceCalls,
  ...promotionCodeCalls,
  ...checkoutCalls,
  ...portalCalls,
  ...subscriptionCalls,
  ...invoiceCalls,
  ...chargeCalls,
  ...cardCalls,
  ...refundCalls,
  ...eventCalls,
  ...webhookEndpointCalls,
]

export type MadeCall = { method: string; path: string; params: ReturnType<typeof parseForm>; idempotencyKey: string | null; status: number }

type Answer = { status: number; body: string; hasBegun: boolean }
type SavedAnswer = Answer & { asked: string }
type StripeCall = { method: string; path: string; form: string }

export class Calls {
  readonly made: MadeCall[] = []
  private readonly answers = new Map<string, SavedAnswer>()
  private readonly world: World
  private readonly key: string
  private readonly troubles: Troubles

  constructor(world: World, key: string, troubles: Troubles) {
    this.world = world
    this.key = key
    this.troubles = troubles
  }

  async answer(request: IncomingMessage, response: ServerResponse, { pathname, search }: URL, body: string): Promise<void> {
    const method = request.method ?? ''
    const trouble = this.troubles.of(method, pathname)
    if (trouble && (await troubleBefore(trouble, request, response))) return
    const asked = { method, path: pathname, form: method === 'GET' ? search.slice(1) : body }
    const idempotencyKey = method === 'GET' ? null : (headerOf(request, 'idempotency-key') ?? null)
    const id = this.world.id('req')
    const { answer, isReplay } = this.answerOnce(request, asked, idempotencyKey, id)
    this.made.push({ method, path: pathname, params: parseForm(asked.form), idempotencyKey, status: answer.status })
    if (trouble?.kind === 'lost') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': id,
      'stripe-version': API_VERSION,
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...(isReplay && { 'idempotent-replayed': 'true' }),
    })
    response.end(answer.body)
  }

  /** Responds to a call. A call that reuses an idempotency key gets the same response as the first call with that key. */
  private answerOnce(request: IncomingMessage, asked: StripeCall, key: string | null, id: string): { answer: Answer; isReplay: boolean } {
    try {
      this.checkKey(request)
      const { method, path, form } = asked
      if (key !== null && key.length > MAX_KEY) throw invalid(`Keys for idempotent requests may be up to ${MAX_KEY} characters long.`)
      const before = key === null ? undefined : this.answers.get(key)
      if (before) {
        if (before.asked !== `${method} ${path} ${form}`)
          throw new Refusal(400, {
            type: 'idempotency_error',
            message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          })
        return { answer: before, isReplay: true }
      }
      const answer = this.perform(asked, { id, idempotency_key: key })
      if (key !== null && answer.hasBegun) this.answers.set(key, { ...answer, asked: `${method} ${path} ${form}` })
      return { answer, isReplay: false }
    } catch (error) {
      return { answer: refusalOf(error), isReplay: false }
    }
  }

  private checkKey(request: IncomingMessage): void {
    const [, given] = /^Bearer (.+)$/.exec(headerOf(request, 'authorization') ?? '') ?? []
    if (given === undefined) throw new Refusal(401, { type: 'invalid_request_error', message: 'You did not provide an API key.' })
    if (given !== this.key)
      throw new Refusal(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${given.slice(0, 8)}***` })
    const version = headerOf(request, 'stripe-version')
    if (version !== undefined && version !== API_VERSION) throw invalid(`Invalid Stripe API version: ${version}`)
    const type = headerOf(request, 'content-type')
    if (request.method === 'POST' && type !== undefined && !type.startsWith('application/x-www-form-urlencoded'))
      throw invalid('Invalid request: the body is not form-encoded.')
  }

  private perform({ method, path, form }: StripeCall, request: World['request']): Answer {
    this.world.request = request
    try {
      for (const call of CALLS) {
        const match = call.method === method && call.path.exec(path)
        if (!match) continue
        const { object, expand } = call.answer(this.world, parseForm(form), match.slice(1).map(decodeURIComponent))
        return { status: 200, hasBegun: true, body: JSON.stringify(expanded(this.world, object, expand), null, 2) }
      }
      throw misshapen(`Unrecognized request URL (${method}: ${path}).`, { status: 404 })
    } catch (error) {
      return refusalOf(error)
    } finally {
      this.world.request = null
    }
  }
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const refusalOf = (error: unknown): Answer => {
  if (!(error instanceof Refusal)) throw error
  return { status: error.status, hasBegun: error.hasBegun, body: JSON.stringify({ error: error.reason }, null, 2) }
}
