/** Replaces ids with their objects if a call requests it (`expand[]=latest_invoice.payments`). */
import type Stripe from 'stripe'
import { invalid } from './refusal.ts'
import { copyOf, idOf, type Tables, type World } from './world.ts'

type Json = { [name: string]: unknown }

/** The table for each id prefix. */
const TABLE_OF: Record<string, keyof Tables> = {
  cus: 'customers',
  sub: 'subscriptions',
  in: 'invoices',
  pi: 'paymentIntents',
  ch: 'charges',
  pm: 'paymentMethods',
  price: 'prices',
  prod: 'products',
  coupon: 'coupons',
  promo: 'promotionCodes',
  di: 'discounts',
  cs: 'sessions',
  re: 'refunds',
}

/** Returns a list, newest first. */
const list = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data: copyOf(data).reverse() })

const MAX_LEVELS = 4

/** Fields that Stripe only includes on request. */
const LEFT_OUT: Record<string, Record<string, (world: World, id: string) => object>> = {
  'checkout.session': {
    line_items: (world, id) => list(`/v1/checkout/sessions/${id}/line_items`, world.tables.lineItems.get(id) ?? []),
  },
  invoice: {
    payments: (world, id) =>
      list(
        `/v1/invoice_payments?invoice=${id}`,
        [...world.tables.invoicePayments.values()].filter((row) => row.invoice === id),
      ),
  },
  charge: {
    refunds: (world, id) =>
      list(
        `/v1/charges/${id}/refunds`,
        [...world.tables.refunds.values()].filter((row) => row.charge === id),
      ),
  },
  customer: {
    subscriptions: (world, id) =>
      list(
        `/v1/customers/${id}/subscriptions`,
        [...world.tables.subscriptions.values()].filter(
          (row: Stripe.Subscription) => idOf(row.customer) === id && row.status !== 'canceled',
        ),
      ),
  },
}

/** Returns a copy of a response with the requested ids expanded. */
export const expanded = (world: World, object: unknown, wanted: string[]): unknown => {
  const copy = copyOf(object)
  for (const path of wanted) {
    const names = path.split('.')
    if (names.length > MAX_LEVELS)
      throw invalid(`You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${path}`, { param: 'expand' })
    expandOne(world, copy, names, path)
  }
  return copy
}

const expandOne = (world: World, value: unknown, [name, ...rest]: string[], path: string): void => {
  if (name === undefined || value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const row of value) expandOne(world, row, [name, ...rest], path)
    return
  }
  const object = value as Json
  const leftOut = LEFT_OUT[String(object['object'])]?.[name]
  if (leftOut && object[name] === undefined) object[name] = leftOut(world, String(object['id']))
  if (!(name in object)) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  const before = object[name]
  const isLast = rest.length === 0
  object[name] = Array.isArray(before) ? before.map((row) => linked(world, row, path, isLast)) : linked(world, before, path, isLast)
  expandOne(world, object[name], rest, path)
}

const linked = (world: World, value: unknown, path: string, isLast: boolean): unknown => {
  if (typeof value !== 'string') {
    if (isLast && typeof value !== 'object') throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
    return value
  }
  const table = TABLE_OF[value.slice(0, value.indexOf('_'))]
  const row = table && world.tables[table].get(value)
  if (!row) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  return copyOf(row)
}
