/** The official SDK client, connected to a stand-in, and the calls that create a checkout session. */
import Stripe from 'stripe'
import type { StripeStandIn } from './start.ts'

export const officialClient = ({ apiBase, key }: Pick<StripeStandIn, 'apiBase' | 'key'>, more: Stripe.StripeConfig = {}): Stripe => {
  const { hostname, port } = new URL(apiBase)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0, ...more })
}

export const aSession = (
  stripe: Stripe,
  customer: string,
  price: string,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: '1',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost/dashboard?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost/checkout',
    metadata: { userId: '1' },
    subscription_data: { metadata: { userId: '1' } },
    ...more,
  })
