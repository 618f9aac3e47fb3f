/** Charge reversals: refunds that we issue and disputes that the customer's bank opens. */
import type Stripe from 'stripe'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { integer, mergeMetadata, metadata, oneOf, pages, range, takes, text } from './parameters.ts'
import { invalid } from './refusal.ts'
import { found, idOf, type World } from './world.ts'

/** Refunds a charge. By default, refunds the entire remaining amount. */
export const refund = (
  world: World,
  charge: Stripe.Charge,
  {
    amount = charge.amount - charge.amount_refunded,
    reason = null,
    metadata: brought,
  }: { amount?: number | undefined; reason?: Stripe.Refund['reason']; metadata?: '' | Record<string, string> | undefined } = {},
): Stripe.Refund => {
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (!charge.paid || amount < 1 || amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, { param: 'amount' })
  const row: Stripe.Refund = {
    id: world.id('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: 'usd',
    customer: idOf(charge.customer),
    customer_account: null,
    metadata: mergeMetadata(null, brought),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  world.tables.refunds.set(row.id, row)
  const refunded = charge.amount_refunded + amount
  world.emit('refund.created', row)
  world.change('charge.refunded', charge, { amount_refunded: refunded, refunded: refunded === charge.amount })
  return row
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Opens a dispute, as the customer's bank does to reclaim a payment. */
export const openDispute = (world: World, charge: Stripe.Charge): Stripe.Dispute => {
  const dispute = {
    id: world.id('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } satisfies Stripe.Dispute
  world.tables.disputes.set(dispute.id, dispute)
  Object.assign(charge, { disputed: true })
  world.emit('charge.dispute.created', dispute)
  world.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Closes a dispute in our favor or the customer's. */
export const closeDispute = (world: World, dispute: Stripe.Dispute, status: 'won' | 'lost'): void => {
  world.change('charge.dispute.closed', dispute, { status })
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', dispute)
}

const chargeOfRefund = (world: World, charge: string | undefined, intent: string | undefined): Stripe.Charge => {
  if (charge !== undefined) return found(world.tables.charges, 'charge', charge, 'charge')
  if (intent === undefined) throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
  const { latest_charge } = found(world.tables.paymentIntents, 'payment_intent', intent, 'payment_intent')
  return found(world.tables.charges, 'charge', idOf(latest_charge), 'payment_intent')
}

const ofCharge = { ...pages, charge: text.optional(), payment_intent: text.optional(), created: range.optional() }

const matching = <T extends Stripe.Refund | Stripe.Dispute>(
  rows: Iterable<T>,
  {
    charge,
    payment_intent,
    created,
  }: { charge?: string | undefined; payment_intent?: string | undefined; created?: Parameters<typeof isWithin>[1] },
): T[] =>
  [...rows].filter(
    (row) =>
      (charge === undefined || row.charge === charge) &&
      (payment_intent === undefined || row.payment_intent === payment_intent) &&
      isWithin(row.created, created),
  )

export const refundCalls = [
  endpoint(
    'POST',
    '/v1/refunds',
    takes<Stripe.RefundCreateParams>()({
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: integer.optional(),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
      metadata: metadata.optional(),
    }),
    (world, { charge, payment_intent, amount, reason = null, metadata: brought }) =>
      refund(world, chargeOfRefund(world, charge, payment_intent), { amount, reason, metadata: brought }),
  ),
  endpoint('GET', '/v1/refunds', takes<Stripe.RefundListParams>()(ofCharge), (world, params) =>
    listOf('/v1/refunds', matching(world.tables.refunds.values(), params), params),
  ),
  endpoint('GET', '/v1/refunds/:id', takes<Stripe.RefundRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.refunds, 'refund', id),
  ),
  endpoint('GET', '/v1/disputes', takes<Stripe.DisputeListParams>()(ofCharge), (world, params) =>
    listOf('/v1/disputes', matching(world.tables.disputes.values(), params), params),
  ),
  endpoint('GET', '/v1/disputes/:id', takes<Stripe.DisputeRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.disputes, 'dispute', id),
  ),
]
