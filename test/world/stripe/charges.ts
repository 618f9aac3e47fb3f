/** Card charges, their payment intents, and reversals through refunds and disputes. */
import type Stripe from 'stripe'
import { pays } from './cards.ts'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { pages, range, takes, text } from './parameters.ts'
import { checkCustomer, found, idOf, type World } from './world.ts'

type Attempt = {
  customer: Stripe.Customer
  card: Stripe.PaymentMethod
  amount: number
  isFirst: boolean
  intent?: Stripe.PaymentIntent | undefined
}

const newIntent = (world: World, { customer, card, amount }: Attempt): Stripe.PaymentIntent => {
  const id = world.id('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${world.id('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: 'usd',
    customer: customer.id,
    customer_account: null,
    description: 'Subscription',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: card.id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  }
}

const cardDetails = ({ card }: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card?.brand ?? null,
  checks: null,
  country: card?.country ?? null,
  electronic_commerce_indicator: null,
  exp_month: card?.exp_month ?? 1,
  exp_year: card?.exp_year ?? 2000,
  fingerprint: card?.fingerprint ?? null,
  funding: card?.funding ?? null,
  installments: null,
  last4: card?.last4 ?? null,
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
})

/** Tries to charge a card. Returns the charge, which records whether it succeeded. */
export const chargeCard = (world: World, attempt: Attempt): Stripe.Charge => {
  const { customer, card, amount, isFirst } = attempt
  const isPaid = pays(card, isFirst)
  const intent = attempt.intent ?? newIntent(world, attempt)
  if (!attempt.intent) {
    world.tables.paymentIntents.set(intent.id, intent)
    world.emit('payment_intent.created', intent)
  }
  const charge: Stripe.Charge = {
    id: world.id('ch'),
    object: 'charge',
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: card.billing_details,
    calculated_statement_descriptor: 'FIRSTBELL',
    captured: isPaid,
    created: world.now(),
    currency: 'usd',
    customer: customer.id,
    description: 'Subscription',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: card.id,
    payment_method_details: { type: 'card', card: cardDetails(card, amount) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  world.tables.charges.set(charge.id, charge)
  Object.assign(intent, {
    latest_charge: charge.id,
    payment_method: isPaid ? card.id : null,
    amount_received: isPaid ? amount : 0,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    last_payment_error: isPaid
      ? null
      : {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
          charge: charge.id,
        },
  })
  world.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge)
  world.emit(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
  return charge
}

export const chargeCalls = [
  endpoint(
    'GET',
    '/v1/charges',
    takes<Stripe.ChargeListParams>()({
      ...pages,
      customer: text.optional(),
      payment_intent: text.optional(),
      created: range.optional(),
    }),
    (world, { customer, payment_intent, created, ...page }) => {
      checkCustomer(world, customer)
      return listOf(
        '/v1/charges',
        [...world.tables.charges.values()].filter(
          (row) =>
            (customer === undefined || idOf(row.customer) === customer) &&
            (payment_intent === undefined || row.payment_intent === payment_intent) &&
            isWithin(row.created, created),
        ),
        page,
      )
    },
  ),
  endpoint('GET', '/v1/charges/:id', takes<Stripe.ChargeRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.charges, 'charge', id),
  ),
  endpoint('GET', '/v1/payment_intents/:id', takes<Stripe.PaymentIntentRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.paymentIntents, 'payment_intent', id),
  ),
]
