/** The calls that read past events. Stripe only keeps events for 30 days. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { flag, pages, range, takes, text } from './parameters.ts'
import { found } from './world.ts'

export const eventCalls = [
  endpoint(
    'GET',
    '/v1/events',
    takes<Stripe.EventListParams>()({
      ...pages,
      type: text.optional(),
      types: z.array(text).max(20).optional(),
      created: range.optional(),
      delivery_success: flag.optional(),
    }),
    (world, { type, types, created, delivery_success, ...page }) =>
      listOf(
        '/v1/events',
        [...world.tables.events.values()].filter(
          (row) =>
            (type === undefined || row.type === type) &&
            (types === undefined || types.includes(row.type)) &&
            (delivery_success === undefined || (row.pending_webhooks === 0) === delivery_success) &&
            isWithin(row.created, created),
        ),
        page,
      ),
  ),
  endpoint('GET', '/v1/events/:id', takes<Stripe.EventRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.events, 'event', id),
  ),
]
