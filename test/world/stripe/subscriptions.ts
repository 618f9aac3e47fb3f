import type Stripe from 'stripe'
import { z } from 'zod'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { flag, mergeMetadata, metadata, oneOf, pages, range, takes, text } from './parameters.ts'
import { invalid, missing } from './refusal.ts'
import { cancelAtPeriodEnd, endSubscription, itemOf, switchTo } from './subscription-life.ts'
import { checkCustomer, found, idOf, type World } from './world.ts'

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const isListed = (subscription: Stripe.Subscription, status: (typeof STATUSES)[number] | undefined): boolean => {
  if (status === 'all') return true
  if (status === undefined) return subscription.status !== 'canceled'
  return status === 'ended' ? subscription.status === 'canceled' : subscription.status === status
}

type Item = { id?: string | undefined; price?: string | undefined }

/** Returns the new price in a call, or undefined if the call doesn't change the price. */
const wantedPrice = (world: World, subscription: Stripe.Subscription, items: Item[] | undefined): Stripe.Price | undefined => {
  const [item, ...more] = items ?? []
  if (!item) return undefined
  if (more.length > 0 || item.id === undefined)
    throw invalid('The stand-in knows subscriptions with one item: name its id.', { param: 'items' })
  if (item.id !== itemOf(subscription).id) throw missing('subscription_item', item.id, 'items[0][id]')
  return item.price === undefined ? undefined : found(world.tables.prices, 'price', item.price, 'items[0][price]')
}

export const subscriptionCalls = [
  endpoint(
    'GET',
    '/v1/subscriptions',
    takes<Stripe.SubscriptionListParams>()({
      ...pages,
      customer: text.optional(),
      price: text.optional(),
      status: oneOf(...STATUSES).optional(),
      created: range.optional(),
    }),
    (world, { customer, price, status, created, ...page }) => {
      checkCustomer(world, customer)
      return listOf(
        '/v1/subscriptions',
        [...world.tables.subscriptions.values()].filter(
          (row) =>
            isListed(row, status) &&
            (customer === undefined || idOf(row.customer) === customer) &&
            (price === undefined || itemOf(row).price.id === price) &&
            isWithin(row.created, created),
        ),
        page,
      )
    },
  ),
  endpoint('GET', '/v1/subscriptions/:id', takes<Stripe.SubscriptionRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.subscriptions, 'subscription', id),
  ),
  endpoint(
    'POST',
    '/v1/subscriptions/:id',
    takes<Stripe.SubscriptionUpdateParams>()({
      cancel_at_period_end: flag.optional(),
      default_payment_method: text.optional(),
      items: z.array(z.strictObject({ id: text.optional(), price: text.optional(), quantity: z.literal('1').optional() })).optional(),
      metadata: metadata.optional(),
      payment_behavior: oneOf('allow_incomplete', 'error_if_incomplete').optional(),
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none').optional(),
    }),
    (world, params, id = '') => {
      const subscription = found(world.tables.subscriptions, 'subscription', id)
      const price = wantedPrice(world, subscription, params.items)
      const { cancel_at_period_end, default_payment_method } = params
      if (subscription.status === 'canceled' && (price || cancel_at_period_end !== undefined))
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
      if (default_payment_method) found(world.tables.paymentMethods, 'PaymentMethod', default_payment_method, 'default_payment_method')
      world.change('customer.subscription.updated', subscription, {
        metadata: mergeMetadata(subscription.metadata, params.metadata),
        ...(default_payment_method && { default_payment_method }),
        ...(cancel_at_period_end !== undefined &&
          cancel_at_period_end !== subscription.cancel_at_period_end &&
          cancelAtPeriodEnd(world, subscription, cancel_at_period_end)),
      })
      if (price) switchTo(world, subscription, price, params.proration_behavior !== 'none')
      return subscription
    },
  ),
  endpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    takes<Stripe.SubscriptionCancelParams>()({
      cancellation_details: z.strictObject({ comment: text.optional(), feedback: text.optional() }).optional(),
      invoice_now: flag.optional(),
      prorate: flag.optional(),
    }),
    (world, _, id = '') => {
      const subscription = found(world.tables.subscriptions, 'subscription', id)
      if (subscription.status === 'canceled') throw missing('subscription', id)
      endSubscription(world, subscription)
      return subscription
    },
  ),
]
