/** Checkout sessions, from creation until the customer pays or leaves, or until the session expires after a day. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { BLANK_SESSION, NO_DETAILS } from './blank-session.ts'
import { attachCard, type CardChoice, newCard, pays } from './cards.ts'
import { chargeCard } from './charges.ts'
import { createCustomer } from './customers.ts'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { flag, integer, mergeMetadata, metadata, oneOf, pages, range, takes, text } from './parameters.ts'
import { nameOf } from './prices.ts'
import { amountOff, checkCode } from './promotion-codes.ts'
import { declined, invalid } from './refusal.ts'
import { beginSubscription } from './subscription-life.ts'
import { checkCustomer, copyOf, customerOf, found, idOf, type World } from './world.ts'

const DAY = 86_400

const create = takes<Stripe.Checkout.SessionCreateParams>()({
  mode: oneOf('subscription'),
  success_url: text.max(5000),
  cancel_url: text.max(5000).optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  client_reference_id: text.max(200).optional(),
  line_items: z.array(z.strictObject({ price: text, quantity: integer })).min(1),
  discounts: z
    .array(z.strictObject({ promotion_code: text.optional(), coupon: text.optional() }))
    .max(1)
    .optional(),
  allow_promotion_codes: flag.optional(),
  expires_at: integer.optional(),
  locale: text.optional(),
  metadata: metadata.optional(),
  payment_method_collection: oneOf('always', 'if_required').optional(),
  billing_address_collection: oneOf('auto', 'required').optional(),
  subscription_data: z.strictObject({ metadata: metadata.optional(), description: text.optional() }).optional(),
})
type CheckoutParams = z.output<typeof create>

const lineItems = (world: World, wanted: CheckoutParams['line_items']): Stripe.LineItem[] =>
  wanted.map(({ price: id, quantity }, index) => {
    const price = found(world.tables.prices, 'price', id, `line_items[${index}][price]`)
    if (quantity !== 1 || index > 0)
      throw invalid('The stand-in sells one thing at a time.', {
        param: `line_items[${index}][quantity]`,
        code: 'parameter_invalid_integer',
      })
    const amount = price.unit_amount ?? 0
    return {
      id: world.id('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: 'usd',
      description: nameOf(world, price),
      metadata: {},
      price,
      quantity,
    }
  })

/** Validates and returns a session's discount. `off` is the amount deducted. */
const discountOf = (world: World, { discounts, customer }: Pick<CheckoutParams, 'discounts' | 'customer'>, subtotal: number) => {
  const [wanted] = discounts ?? []
  if (!wanted) return undefined
  const code = wanted.promotion_code === undefined ? undefined : checkCode(world, wanted.promotion_code, customer ?? null, subtotal)
  const coupon = found(world.tables.coupons, 'coupon', idOf(code?.promotion.coupon ?? wanted.coupon), 'discounts[0][coupon]')
  return { coupon: coupon.id, promotionCode: code?.id ?? null, off: amountOff(coupon, subtotal) }
}

const checkWanted = (world: World, wanted: CheckoutParams): void => {
  if (wanted.customer !== undefined && wanted.customer_email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.')
  if (wanted.discounts && wanted.allow_promotion_codes !== undefined)
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.')
  for (const name of ['success_url', 'cancel_url'] as const) {
    const address = wanted[name]
    if (address !== undefined && !/^https?:\/\//.test(address)) throw invalid('Not a valid URL', { code: 'url_invalid', param: name })
  }
  if (wanted.expires_at !== undefined && (wanted.expires_at < world.now() + 1800 || wanted.expires_at > world.now() + DAY))
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    })
  if (wanted.customer !== undefined) customerOf(world, wanted.customer, 'customer')
}

const createSession = (world: World, wanted: CheckoutParams): Stripe.Checkout.Session => {
  checkWanted(world, wanted)
  const items = lineItems(world, wanted.line_items)
  const subtotal = items.reduce((sum, { amount_subtotal }) => sum + amount_subtotal, 0)
  const discount = discountOf(world, wanted, subtotal)
  const off = discount?.off ?? 0
  for (const item of items) Object.assign(item, { amount_discount: off, amount_total: item.amount_subtotal - off })
  const id = `cs_test_${world.id('a1').replace('_', '')}`
  const session = {
    ...BLANK_SESSION,
    id,
    allow_promotion_codes: wanted.allow_promotion_codes ?? null,
    amount_subtotal: subtotal,
    amount_total: subtotal - off,
    cancel_url: wanted.cancel_url ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    created: world.now(),
    customer: wanted.customer ?? null,
    customer_email: wanted.customer_email ?? null,
    discounts: discount ? [{ coupon: discount.promotionCode ? null : discount.coupon, promotion_code: discount.promotionCode }] : [],
    expires_at: wanted.expires_at ?? world.now() + DAY,
    metadata: mergeMetadata(null, wanted.metadata),
    success_url: wanted.success_url,
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    url: `${world.origin}/c/pay/${id}`,
  } satisfies Stripe.Checkout.Session
  world.tables.sessions.set(id, session)
  world.tables.lineItems.set(id, items)
  // The API doesn't return the subscription's metadata as part of the session.
  world.tables.subscriptionMetadata.set(id, mergeMetadata(null, wanted.subscription_data?.metadata))
  return session
}

const openSession = (world: World, id: string): Stripe.Checkout.Session => {
  const session = found(world.tables.sessions, 'checkout.session', id)
  if (session.status === 'open') return session
  throw invalid(`This Checkout Session is ${session.status}: it can no longer be paid or expired.`, { param: 'session' })
}

/** Returns a session's final cost after the discount and the customer's credit. */
export const costOf = (world: World, session: Stripe.Checkout.Session) => {
  const { customer } = session
  const balance = customer ? customerOf(world, idOf(customer)).balance : 0
  const credit = Math.min(session.amount_total ?? 0, Math.max(0, -balance))
  return { off: session.total_details?.amount_discount ?? 0, credit, due: (session.amount_total ?? 0) - credit }
}

/**
 * Pays for a session. Returns the URL that the customer is redirected to. Throws if the card is declined or the promotion code is used up.
 */
export const payFor = (world: World, id: string, choice: CardChoice): string => {
  const session = openSession(world, id)
  const customer = session.customer ? customerOf(world, idOf(session.customer)) : createCustomer(world, { email: session.customer_email })
  const [item] = world.tables.lineItems.get(id) ?? []
  if (!item?.price) throw invalid('This session sells nothing.')
  const [used] = session.discounts ?? []
  const asked = used && { promotion_code: idOf(used.promotion_code) || undefined, coupon: idOf(used.coupon) || undefined }
  const discount = discountOf(world, { discounts: asked ? [asked] : undefined, customer: customer.id }, session.amount_subtotal ?? 0)
  const card = newCard(world, customer, choice)
  if (!pays(card, true)) throw declined(chargeCard(world, { customer, card, amount: costOf(world, session).due, isFirst: true }).id)
  attachCard(world, customer, card)
  const metadata = world.tables.subscriptionMetadata.get(id) ?? {}
  const subscription = beginSubscription(world, { customer, price: copyOf(item.price), metadata, discount, session: id })
  Object.assign(session, {
    status: 'complete',
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    customer: customer.id,
    customer_details: { ...NO_DETAILS, email: customer.email, name: customer.name ?? null, tax_exempt: 'none', tax_ids: [] },
    url: null,
  })
  world.emit('checkout.session.completed', session)
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

/** Expires a session. After that, the customer can't pay for it. */
export const expireSession = (world: World, id: string): Stripe.Checkout.Session => {
  const session = openSession(world, id)
  Object.assign(session, { status: 'expired', url: null })
  world.emit('checkout.session.expired', session)
  return session
}

export const checkoutCalls = [
  endpoint('POST', '/v1/checkout/sessions', create, createSession),
  endpoint(
    'GET',
    '/v1/checkout/sessions',
    takes<Stripe.Checkout.SessionListParams>()({
      ...pages,
      customer: text.optional(),
      subscription: text.optional(),
      status: oneOf('open', 'complete', 'expired').optional(),
      created: range.optional(),
    }),
    (world, { customer, subscription, status, created, ...page }) => {
      checkCustomer(world, customer)
      return listOf(
        '/v1/checkout/sessions',
        [...world.tables.sessions.values()].filter(
          (row) =>
            (customer === undefined || row.customer === customer) &&
            (subscription === undefined || row.subscription === subscription) &&
            (status === undefined || row.status === status) &&
            isWithin(row.created, created),
        ),
        page,
      )
    },
  ),
  endpoint('GET', '/v1/checkout/sessions/:id', takes<Stripe.Checkout.SessionRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.sessions, 'checkout.session', id),
  ),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', takes<Stripe.Checkout.SessionExpireParams>()({}), (world, _, id = '') =>
    expireSession(world, id),
  ),
  endpoint(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    takes<Stripe.Checkout.SessionListLineItemsParams>()(pages),
    (world, page, id = '') => {
      found(world.tables.sessions, 'checkout.session', id)
      return listOf(`/v1/checkout/sessions/${id}/line_items`, world.tables.lineItems.get(id) ?? [], page)
    },
  ),
]
