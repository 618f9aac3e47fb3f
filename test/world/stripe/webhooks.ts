/** Sends webhook events with Stripe's signatures, one at a time, and retries failed deliveries. */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { StoredEvent } from './world.ts'

/** Milliseconds between retries. Stripe waits longer between retries and keeps retrying for three days. */
const RETRY_AFTER = [200, 500, 1000, 2000, 5000, 10_000, 30_000]
const TIME_LIMIT = 20_000

export type Delivery = { event: string; type: string; status: number | null; body: string }

/** Returns the signature header. `at` is in seconds. */
export const signatureOf = (body: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

export class Webhooks {
  url: string | undefined
  readonly secret: string
  /** All delivery attempts, in order. */
  readonly deliveries: Delivery[] = []
  /** How many times each event is sent. */
  copies = 1
  private held: StoredEvent[] | null = null
  private turn: Promise<unknown> = Promise.resolve()
  private readonly retries = new Map<NodeJS.Timeout, () => void>()
  /** Limits concurrent requests. Additional requests wait. */
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 200 })
  private readonly clock: () => number

  constructor(url: string | undefined, secret: string, clock: () => number) {
    this.url = url
    this.secret = secret
    this.clock = clock
  }

  /** Queues an event, or holds it until {@link release} is called. */
  take = (event: StoredEvent): void => {
    if (this.held) this.held.push(event)
    else for (let copy = 0; copy < this.copies; copy++) this.queue(event)
  }

  /** Holds all events until {@link release} is called. */
  hold(): void {
    this.held ??= []
  }

  get isHolding(): boolean {
    return this.held !== null
  }

  /** Returns the held events. */
  get waiting(): StoredEvent[] {
    return [...(this.held ?? [])]
  }

  /** Sends the held events in order, or as `arrange` returns them. `arrange` may reorder, drop and duplicate events. */
  async release(arrange: (events: StoredEvent[]) => StoredEvent[] = (events) => events): Promise<void> {
    const events = this.held ?? []
    this.held = null
    for (const event of arrange(events)) this.queue(event)
    await this.delivered()
  }

  /** Waits until each event has been sent once. */
  async delivered(): Promise<void> {
    for (let seen: unknown; seen !== this.turn; ) {
      seen = this.turn
      await seen
    }
  }

  /** Waits until each event has been accepted or has used up its retries. */
  async settled(): Promise<void> {
    await this.delivered()
    while (this.retries.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await this.delivered()
    }
  }

  /** Sends an event immediately, even if it was sent before. Resolves with the status, or null if there was no response. */
  async send(event: object, { secret = this.secret, at = Math.floor(this.clock() / 1000), signature = '' } = {}): Promise<number | null> {
    const body = JSON.stringify(event, null, 2)
    const { id = '', type = '' } = event as Partial<StoredEvent>
    const answer = this.url
      ? await post(this.agent, this.url, body, signature || signatureOf(body, secret, at))
      : { status: null, body: 'No address is set.' }
    this.deliveries.push({ event: id, type, ...answer })
    return answer.status
  }

  stop(): void {
    this.url = undefined
    for (const timer of this.retries.keys()) clearTimeout(timer)
    this.retries.clear()
    this.agent.destroy()
  }

  private queue(event: StoredEvent, tries = 0): void {
    if (!this.url) return
    this.turn = this.turn.then(async () => {
      const status = await this.send(event)
      if (status !== null && status >= 200 && status < 300) event.pending_webhooks = 0
      else this.retry(event, tries)
    })
  }

  private retry(event: StoredEvent, tries: number): void {
    const wait = RETRY_AFTER[tries]
    if (wait === undefined || !this.url) return
    const again = () => {
      this.retries.delete(timer)
      this.queue(event, tries + 1)
    }
    const timer = setTimeout(again, wait)
    timer.unref()
    this.retries.set(timer, again)
  }
}

const post = (agent: Agent, url: string, body: string, signature: string): Promise<Pick<Delivery, 'status' | 'body'>> =>
  new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      timeout: TIME_LIMIT,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature,
      },
    })
    sent.once('timeout', () => sent.destroy(new Error('Nobody answered in time.')))
    const fail = (error: Error) => resolve({ status: null, body: error.message })
    sent.once('error', fail)
    sent.once('response', (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk
      })
      response.once('error', fail)
      response.once('end', () => resolve({ status: response.statusCode ?? null, body: answer }))
    })
    sent.end(body)
  })
