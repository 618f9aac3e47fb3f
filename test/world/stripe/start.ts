/**
 * A local stand-in for Stripe, for the tests and for `npm run dev`. It implements Stripe's API, so our server uses the official SDK and
 * can't tell the difference. It isn't part of the product.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { Calls } from './calls.ts'
import type { CardChoice } from './cards.ts'
import { payFor } from './checkout.ts'
import { advance } from './clock.ts'
import { keep, restore } from './kept.ts'
import { showPage } from './pages/show-page.ts'
import { PRICE_IDS, stockPrices } from './prices.ts'
import { addCode, stockCodes } from './promotion-codes.ts'
import { closeDispute, openDispute, refund } from './refunds.ts'
import { endPeriod, giveCard } from './subscription-life.ts'
import { type Trouble, Troubles } from './trouble.ts'
import { Webhooks } from './webhooks.ts'
import { customerOf, found, idOf, World } from './world.ts'

type Options = {
  /** Defaults to a free port. */
  port?: number
  host?: string
  /** The webhook URL. The stand-in doesn't send events until it's set. */
  webhookUrl?: string
  webhookSecret?: string
  key?: string
  /** The file that stores all data between runs. */
  keptIn?: string
  /** Returns the time in milliseconds since 1970. Defaults to the machine's clock. */
  now?: () => number
}

const STRIPE_KEY = 'sk_test_firstbell'
const STRIPE_WEBHOOK_SECRET = 'whsec_firstbell'

/** Returns the id of a checkout session, given its id or URL. */
const sessionOf = (session: string): string => session.split('/').at(-1)?.split(/[?#]/)[0] ?? ''

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

/** Returns a customer's last successful charge. */
const lastCharge = (world: World, customer: string): Stripe.Charge => {
  const charge = [...world.tables.charges.values()].findLast((row) => row.paid && idOf(row.customer) === customer)
  if (!charge) throw new Error(`${customer} has paid nothing`)
  return charge
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>

/** Starts a stand-in without customers. */
export const startStripe = async (options: Options = {}) => {
  const {
    port = 0,
    host = '127.0.0.1',
    webhookUrl,
    webhookSecret = STRIPE_WEBHOOK_SECRET,
    key = STRIPE_KEY,
    keptIn,
    now = Date.now,
  } = options
  const webhooks = new Webhooks(webhookUrl, webhookSecret, now)
  const world = new World(now, webhooks.take)
  world.webhookUrl = () => webhooks.url
  const troubles = new Troubles()
  const calls = new Calls(world, key, troubles)
  stockPrices(world)
  stockCodes(world)
  if (keptIn !== undefined) restore(world, keptIn)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const body = await bodyOf(request)
    if (url.pathname.startsWith('/v1/')) await calls.answer(request, response, url, body)
    else await showPage({ world, webhooks, troubles }, request, response, url, body)
    if (keptIn !== undefined && request.method !== 'GET') keep(world, keptIn)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(`The stand-in for Stripe is at fault: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const apiBase = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${(server.address() as AddressInfo).port}`
  world.origin = apiBase

  const delivered = () => webhooks.delivered()
  return {
    apiBase,
    key,
    webhookSecret,
    prices: PRICE_IDS,
    /** Settings that connect our server to this stand-in. */
    settings: {
      STRIPE_API_BASE: apiBase,
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_MONTHLY: PRICE_IDS.monthly,
      STRIPE_PRICE_YEARLY: PRICE_IDS.yearly,
      STRIPE_PRICE_AI: PRICE_IDS.ai,
    },
    /** All stored objects, for assertions. */
    tables: world.tables,
    webhooks,
    /** All calls, oldest first. */
    calls: calls.made,
    /** All events, oldest first. */
    events: () => [...world.tables.events.values()],
    now: () => world.now(),
    /**
     * Pays for a checkout session, given its id or URL. Once all of the session's events have been sent, resolves with the redirect URL.
     */
    pay: async (session: string, card: CardChoice = 'good'): Promise<string> => {
      const address = payFor(world, sessionOf(session), card)
      await delivered()
      return address
    },
    /** Moves time forward. Performs the renewals, retries and cancellations that become due, and sends their events. */
    advance: (days: number) => advance(world, days, delivered),
    /** Ends the current period of one subscription without moving the clock. */
    endPeriod: async (subscription: string) => {
      endPeriod(world, found(world.tables.subscriptions, 'subscription', subscription))
      await delivered()
    },
    /** Gives a customer a new card and immediately retries open invoices with it. */
    giveCard: async (customer: string, card: CardChoice) => {
      giveCard(world, customerOf(world, customer), card)
      await delivered()
    },
    /** Refunds a customer's last payment, or `amount` cents of it. */
    refund: async (customer: string, amount?: number) => {
      const made = refund(world, lastCharge(world, customer), { amount })
      await delivered()
      return made
    },
    /** Opens a dispute over a customer's last payment. Resolves with the dispute's id. */
    dispute: async (customer: string) => {
      const { id } = openDispute(world, lastCharge(world, customer))
      await delivered()
      return id
    },
    closeDispute: async (dispute: string, status: 'won' | 'lost') => {
      closeDispute(world, found(world.tables.disputes, 'dispute', dispute), status)
      await delivered()
    },
    addCode: (code: Parameters<typeof addCode>[1]) => addCode(world, code),
    /** Makes calls fail until {@link heal} is called. */
    trouble: (trouble: Trouble) => troubles.begin(trouble),
    heal: () => troubles.end(),
    close: async () => {
      webhooks.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
