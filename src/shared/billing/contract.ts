import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { PER_HOUR, PER_MINUTE } from '#shared/limits.ts'

/** The products for sale. The add-on is a separate subscription. */
export const PLAN_TYPES = ['monthly', 'yearly', 'ai_addon'] as const
export const PlanType = z.enum(PLAN_TYPES).register(names, { id: 'PlanType' })
export type PlanType = z.output<typeof PlanType>

/** A discount code in Stripe's format. */
const CouponCode = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'That doesn’t look like a discount code'))

/** The billing state of this installation and the products it sells. */
export const Billing = z
  .object({
    /** `off`: no trials, paywall or billing. `unset`: trials and the paywall are active, but payments aren't set up yet. */
    state: z.enum(['on', 'unset', 'off']),
    /** Stripe's price ids. Products that aren't sold are missing. */
    prices: z.object({ monthly: z.optional(z.string()), yearly: z.optional(z.string()), ai_addon: z.optional(z.string()) }),
  })
  .register(names, { id: 'Billing' })
export type Billing = z.output<typeof Billing>

/** A subscription that a user pays for. */
export const PaidItem = z
  .object({
    planType: PlanType,
    priceId: z.string(),
    /** In cents. */
    amount: z.number(),
    interval: z.enum(['month', 'year']),
    /** When the subscription renews, or when it ends if it was canceled. */
    periodEnd: z.string(),
    /** True if the subscription ends at `periodEnd`. */
    isCancelled: z.boolean(),
    /** True if the last payment failed. The plan remains active while Stripe retries. */
    hasFailed: z.boolean(),
  })
  .register(names, { id: 'PaidItem' })
export type PaidItem = z.output<typeof PaidItem>

export const SubscriptionState = z
  .object({
    items: z.array(PaidItem),
    /** The last day of a plan granted by an admin. Null without a grant. */
    grantedUntil: z.nullable(z.string()),
    /** The last day of the granted add-on. */
    aiGrantedUntil: z.nullable(z.string()),
  })
  .register(names, { id: 'SubscriptionState' })
export type SubscriptionState = z.output<typeof SubscriptionState>

export const ReferralInfo = z
  .object({
    referralCode: z.string(),
    /** Usable credits. */
    referralCredits: z.number(),
    /** Number of referred friends who have paid. */
    referralsCount: z.number(),
    /** Number of referred friends who signed up but haven't paid yet. */
    waitingCount: z.number(),
    /** Usable credits, with their value in cents and their last day. Soonest to expire first. */
    credits: z.array(z.object({ amount: z.number(), expiresOn: z.string() })),
  })
  .register(names, { id: 'ReferralInfo' })
export type ReferralInfo = z.output<typeof ReferralInfo>

const Address = z.object({ url: z.string() })

export const billing = contract({
  billing: {
    method: 'GET',
    path: '/api/billing',
    access: 'public',
    summary: 'Get this server’s billing state and the products it sells.',
    description: 'Returns Stripe’s price ids. Products that aren’t sold are missing.',
    reply: Billing,
  },
  subscription: {
    method: 'GET',
    path: '/api/subscription/status',
    access: 'account',
    summary: 'Get what the caller pays for, and any plan granted by an admin.',
    description: 'Returns each subscription with its price, its next date, and whether the last payment failed.',
    reply: SubscriptionState,
  },
  portal: {
    method: 'POST',
    path: '/api/billing/portal',
    access: 'account',
    summary: 'Create a session in Stripe’s billing portal and return its URL.',
    description: 'The caller manages cards, invoices, and plans there. The page is Stripe’s.',
    reply: Address,
    refuses: ['not_configured', 'not_found', 'sign_up_needed'],
    perMinute: PER_MINUTE.portals,
    protects: 'money',
    goesOn: true,
  },
  checkout: {
    method: 'POST',
    path: '/api/create-checkout-session',
    access: 'account',
    summary: 'Create a Stripe checkout and return its URL.',
    description: 'Reuses the open checkout if there is one. Callers who already have the plan get the billing portal’s URL.',
    body: z.object({ priceId: z.string().check(z.maxLength(255)), planType: PlanType, couponCode: z.optional(CouponCode) }),
    reply: Address,
    refuses: ['not_configured', 'refused_by_rule', 'sign_up_needed', 'subscription_needed'],
    perHour: PER_HOUR.checkouts,
    protects: 'money',
  },
  confirm: {
    method: 'POST',
    path: '/api/billing/confirm',
    access: 'account',
    summary: 'Refresh the caller’s subscriptions from Stripe after a checkout, and return them.',
    description: 'If the caller has no open checkout, Stripe isn’t called.',
    reply: SubscriptionState,
    refuses: ['not_configured', 'sign_up_needed'],
    perHour: PER_HOUR.checkoutConfirmations,
    protects: 'money',
    goesOn: true,
  },
  referral: {
    method: 'GET',
    path: '/api/referral/info',
    access: 'account',
    summary: 'Get the caller’s referral code, its referrals, and the credits earned.',
    description: 'Returns the usable credits, earliest expiration first, with their value in cents.',
    reply: ReferralInfo,
    refuses: ['sign_up_needed'],
  },
  webhook: {
    method: 'POST',
    path: '/api/billing/webhook',
    access: 'public',
    summary: 'Receive a signed webhook event from Stripe.',
    description: 'Only for Stripe. The signature over the raw body authenticates the event.',
    raw: true,
    reply: z.object({ received: z.literal(true) }),
    refuses: ['not_configured', 'malformed'],
    perMinute: PER_MINUTE.webhookEvents,
  },
})
