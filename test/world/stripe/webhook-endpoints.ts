/** The webhook as Stripe's API describes it. It receives all events. */
import type Stripe from 'stripe'
import { endpoint, listOf } from './endpoint.ts'
import { pages, takes } from './parameters.ts'

export const webhookEndpointCalls = [
  endpoint('GET', '/v1/webhook_endpoints', takes<Stripe.WebhookEndpointListParams>()({ ...pages }), (world, page) => {
    const url = world.webhookUrl()
    return listOf(
      '/v1/webhook_endpoints',
      url === undefined ? [] : [{ id: 'we_firstbell', object: 'webhook_endpoint', url, status: 'enabled', enabled_events: ['*'] }],
      page,
    )
  }),
]
