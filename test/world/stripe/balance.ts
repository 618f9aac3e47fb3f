/** A customer's balance. A negative balance is credit, which the next invoices use up. A positive balance is debt. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { endpoint, listOf } from './endpoint.ts'
import { integer, mergeMetadata, metadata, pages, takes, text } from './parameters.ts'
import { missing } from './refusal.ts'
import { customerOf, found, idOf, type World } from './world.ts'

/** Adds to a customer's balance and records the transaction. */
export const addToBalance = (
  world: World,
  customer: Stripe.Customer,
  change: Pick<Stripe.CustomerBalanceTransaction, 'amount' | 'type'> & Partial<Stripe.CustomerBalanceTransaction>,
): Stripe.CustomerBalanceTransaction => {
  const ending = customer.balance + change.amount
  const row: Stripe.CustomerBalanceTransaction = {
    id: world.id('cbtxn'),
    object: 'customer_balance_transaction',
    checkout_session: null,
    created: world.now(),
    credit_note: null,
    currency: 'usd',
    customer: customer.id,
    customer_account: null,
    description: null,
    ending_balance: ending,
    invoice: null,
    livemode: false,
    metadata: {},
    ...change,
  }
  world.tables.balanceTransactions.set(row.id, row)
  world.change('customer.updated', customer, { balance: ending, currency: 'usd' })
  return row
}

const balanceOf = (world: World, customer: string) =>
  [...world.tables.balanceTransactions.values()].filter((row) => idOf(row.customer) === customer)

export const balanceCalls = [
  endpoint(
    'POST',
    '/v1/customers/:id/balance_transactions',
    takes<Stripe.CustomerCreateBalanceTransactionParams>()({
      amount: integer,
      currency: z.literal('usd'),
      description: text.max(350).optional(),
      metadata: metadata.optional(),
    }),
    (world, { amount, description, metadata: brought }, id = '') =>
      addToBalance(world, customerOf(world, id), {
        amount,
        type: 'adjustment',
        description: description ?? null,
        metadata: mergeMetadata(null, brought),
      }),
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/balance_transactions',
    takes<Stripe.CustomerListBalanceTransactionsParams>()(pages),
    (world, page, id = '') => listOf(`/v1/customers/${id}/balance_transactions`, balanceOf(world, customerOf(world, id).id), page),
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/balance_transactions/:transaction',
    takes<Stripe.CustomerRetrieveBalanceTransactionParams>()({}),
    (world, _, id = '', transaction = '') => {
      const row = found(world.tables.balanceTransactions, 'customer balance transaction', transaction)
      if (idOf(row.customer) !== id) throw missing('customer balance transaction', transaction)
      return row
    },
  ),
]
