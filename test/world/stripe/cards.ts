/** Test cards, identified by the last four digits of Stripe's test cards. The digits determine the outcome of a charge. */
import type Stripe from 'stripe'
import { endpoint, listOf } from './endpoint.ts'
import { oneOf, pages, takes, text } from './parameters.ts'
import { customerOf, found, idOf, type World } from './world.ts'

const LAST_FOUR = { good: '4242', declined: '0002', failsLater: '0341' } as const

/** The card to use: one of the test cards, or the same card as another customer's. `of` is that customer's id. */
export type CardChoice = keyof typeof LAST_FOUR | { of: string }

/** Returns a customer's default card. */
export const cardOf = (world: World, customer: Stripe.Customer): Stripe.PaymentMethod | undefined =>
  world.tables.paymentMethods.get(idOf(customer.invoice_settings.default_payment_method))

/** Returns other customers who have a card, newest first. */
export const othersWithCards = (world: World, customer: string | null): Stripe.Customer[] =>
  [...world.tables.customers.values()]
    .filter((row): row is Stripe.Customer => !row.deleted && row.id !== customer && cardOf(world, row) !== undefined)
    .reverse()

/** Returns a new card that isn't attached to a customer yet. */
export const newCard = (world: World, customer: Stripe.Customer, choice: CardChoice): Stripe.PaymentMethod => {
  const other = typeof choice === 'object' ? cardOf(world, customerOf(world, choice.of)) : undefined
  const last4 = typeof choice === 'object' ? (other?.card?.last4 ?? LAST_FOUR.good) : LAST_FOUR[choice]
  return {
    id: world.id('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: customer.email, name: customer.name ?? null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: new Date(world.now() * 1000).getUTCFullYear() + 4,
      // The same card has the same fingerprint for every customer.
      fingerprint: other?.card?.fingerprint ?? `fp${last4}${customer.id.slice(4)}`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** Attaches a card to a customer and makes it the default. */
export const attachCard = (world: World, customer: Stripe.Customer, card: Stripe.PaymentMethod): void => {
  const method = { ...card, customer: customer.id }
  world.tables.paymentMethods.set(method.id, method)
  world.emit('payment_method.attached', method)
  world.change('customer.updated', customer, { invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id } })
}

/** Returns true if charging this card succeeds. `isFirst` is true during checkout. */
export const pays = (method: Stripe.PaymentMethod, isFirst: boolean): boolean =>
  method.card?.last4 === LAST_FOUR.good || (isFirst && method.card?.last4 === LAST_FOUR.failsLater)

const listCards = (world: World, customer: string) =>
  [...world.tables.paymentMethods.values()].filter((row) => idOf(row.customer) === customer)

export const cardCalls = [
  endpoint('GET', '/v1/payment_methods/:id', takes<Stripe.PaymentMethodRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.paymentMethods, 'PaymentMethod', id),
  ),
  endpoint(
    'GET',
    '/v1/payment_methods',
    takes<Stripe.PaymentMethodListParams>()({ ...pages, customer: text, type: oneOf('card').optional() }),
    (world, { customer, ...page }) => listOf('/v1/payment_methods', listCards(world, customerOf(world, customer, 'customer').id), page),
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    takes<Stripe.CustomerListPaymentMethodsParams>()({ ...pages, type: oneOf('card').optional() }),
    (world, page, id = '') => listOf(`/v1/customers/${id}/payment_methods`, listCards(world, customerOf(world, id).id), page),
  ),
]
