/** Customers, created at their first checkout. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { addToBalance } from './balance.ts'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { integer, mergeMetadata, metadata, pages, range, takes, text, textOrNothing } from './parameters.ts'
import { missing } from './refusal.ts'
import { endSubscription } from './subscription-life.ts'
import { customerOf, found, idOf, type World } from './world.ts'

const settable = {
  email: textOrNothing.max(512).optional(),
  name: textOrNothing.max(256).optional(),
  description: textOrNothing.max(5000).optional(),
  phone: textOrNothing.max(20).optional(),
  balance: integer.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
}

const newCustomer = (world: World): Stripe.Customer => ({
  id: world.id('cus').slice(0, 18),
  object: 'customer',
  address: null,
  balance: 0,
  created: world.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: world.id('X').slice(2, 10).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

export const createCustomer = (world: World, known: Partial<Stripe.Customer>): Stripe.Customer => {
  const customer = { ...newCustomer(world), ...known }
  world.tables.customers.set(customer.id, customer)
  world.emit('customer.created', customer)
  return customer
}

type Texts = { [Name in 'email' | 'name' | 'description' | 'phone']?: string | undefined }

/** Returns the text fields from a call's parameters. An empty string clears a field. */
const textsOf = ({ email, name, description, phone }: Texts): Partial<Stripe.Customer> => ({
  ...(email !== undefined && { email: email || null }),
  ...(name !== undefined && { name: name || null }),
  ...(description !== undefined && { description: description || null }),
  ...(phone !== undefined && { phone: phone || null }),
})

const deleteCustomer = (world: World, customer: Stripe.Customer): Stripe.DeletedCustomer => {
  for (const subscription of world.tables.subscriptions.values())
    if (idOf(subscription.customer) === customer.id && subscription.status !== 'canceled') endSubscription(world, subscription)
  world.emit('customer.deleted', customer)
  const deleted = { id: customer.id, object: 'customer', deleted: true } as const
  world.tables.customers.set(customer.id, deleted)
  return deleted
}

export const customerCalls = [
  endpoint(
    'POST',
    '/v1/customers',
    takes<Stripe.CustomerCreateParams>()(settable),
    (world, { balance, metadata: brought, invoice_settings: _, ...texts }) => {
      const customer = createCustomer(world, { ...textsOf(texts), metadata: mergeMetadata(null, brought) })
      if (balance) addToBalance(world, customer, { amount: balance, type: 'initial' })
      return customer
    },
  ),
  endpoint(
    'GET',
    '/v1/customers',
    takes<Stripe.CustomerListParams>()({ ...pages, email: text.optional(), created: range.optional() }),
    (world, { email, created, ...page }) => {
      const rows = [...world.tables.customers.values()].filter((row) => !row.deleted)
      return listOf(
        '/v1/customers',
        rows.filter((row) => (email === undefined || row.email === email) && isWithin(row.created, created)),
        page,
      )
    },
  ),
  endpoint('GET', '/v1/customers/:id', takes<Stripe.CustomerRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.customers, 'customer', id),
  ),
  endpoint(
    'POST',
    '/v1/customers/:id',
    takes<Stripe.CustomerUpdateParams>()(settable),
    (world, { balance, invoice_settings, metadata: brought, ...texts }, id = '') => {
      const customer = customerOf(world, id)
      const method = invoice_settings?.default_payment_method
      if (method && found(world.tables.paymentMethods, 'PaymentMethod', method, 'invoice_settings[default_payment_method]').customer !== id)
        throw missing('payment_method', method, 'invoice_settings[default_payment_method]')
      world.change('customer.updated', customer, {
        ...textsOf(texts),
        metadata: mergeMetadata(customer.metadata, brought),
        ...(method && { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }),
      })
      if (balance !== undefined && balance !== customer.balance)
        addToBalance(world, customer, { amount: balance - customer.balance, type: 'adjustment' })
      return customer
    },
  ),
  endpoint('DELETE', '/v1/customers/:id', takes<Stripe.CustomerDeleteParams>()({}), (world, _, id = '') =>
    deleteCustomer(world, customerOf(world, id)),
  ),
]
