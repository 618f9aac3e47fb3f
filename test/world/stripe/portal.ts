/** Creates portal sessions. The portal page is in pages/. */
import type Stripe from 'stripe'
import { endpoint } from './endpoint.ts'
import { takes, text } from './parameters.ts'
import { customerOf } from './world.ts'

export const portalCalls = [
  endpoint(
    'POST',
    '/v1/billing_portal/sessions',
    takes<Stripe.BillingPortal.SessionCreateParams>()({
      customer: text,
      return_url: text.optional(),
      locale: text.optional(),
      configuration: text.optional(),
    }),
    (world, { customer, return_url }) => {
      const id = world.id('bps')
      const session: Stripe.BillingPortal.Session = {
        id,
        object: 'billing_portal.session',
        configuration: 'bpc_firstbell',
        created: world.now(),
        customer: customerOf(world, customer, 'customer').id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: return_url ?? null,
        url: `${world.origin}/p/session/${id}`,
      }
      world.tables.portals.set(id, session)
      return session
    },
  ),
]
