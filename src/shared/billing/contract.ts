import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** What may be bought. The add-on is a subscription of its own. */
export const PLAN_TYPES = ['monthly', 'yearly', 'ai_addon'] as const
export const PlanType = z.enum(PLAN_TYPES).register(names, { id: 'PlanType' })
export type PlanType = z.output<typeof PlanType>

/** A discount code as Stripe has them. */
const CouponCode = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'This is not a discount code'))
const CHECKOUTS_AN_HOUR = 30
/** Each asks Stripe up to six things; a person pays once or twice. */
const CONFIRMATIONS_AN_HOUR = 20

/** What this installation sells. */
export const Billing = z
  .object({
    /** `off`: an installation without trial, gate and billing. `unset`: with them, but nothing can be bought yet. */
    state: z.enum(['on', 'unset', 'off']),
    /** Stripe's ids of what may be bought; what is not sold is not there. */
    prices: z.object({ monthly: z.optional(z.string()), yearly: z.optional(z.string()), ai_addon: z.optional(z.string()) }),
  })
  .register(names, { id: 'Billing' })
export type Billing = z.output<typeof Billing>

/** One thing that is paid for. */
export const PaidItem = z
  .object({
    planType: PlanType,
    priceId: z.string(),
    /** In cents. */
    amount: z.number(),
    interval: z.enum(['month', 'year']),
    /** The instant at which it renews, or ends where it was cancelled. */
    periodEnd: z.string(),
    /** It ends then. */
    isCancelled: z.boolean(),
    /** The last payment failed; access goes on while it is tried again. */
    hasFailed: z.boolean(),
  })
  .register(names, { id: 'PaidItem' })
export type PaidItem = z.output<typeof PaidItem>

export const SubscriptionState = z
  .object({
    items: z.array(PaidItem),
    /** The last day of a plan that an administrator granted; null where there is none. */
    grantedUntil: z.nullable(z.string()),
    /** The same of the add-on. */
    aiGrantedUntil: z.nullable(z.string()),
  })
  .register(names, { id: 'SubscriptionState' })
export type SubscriptionState = z.output<typeof SubscriptionState>

export const ReferralInfo = z
  .object({
    referralCode: z.string(),
    /** Credits that can still be used. */
    referralCredits: z.number(),
    /** Friends who have paid. */
    referralsCount: z.number(),
    /** Friends who signed up and have not paid yet. */
    waitingCount: z.number(),
    /** Each credit that can still be used, the first to expire first: its worth in cents, and the day it expires. */
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
    summary: 'What this installation sells.',
    reply: Billing,
  },
  subscription: {
    method: 'GET',
    path: '/api/subscription/status',
    access: 'account',
    summary: 'What the person pays for.',
    reply: SubscriptionState,
  },
  portal: {
    method: 'POST',
    path: '/api/billing/portal',
    access: 'account',
    summary: "The address of the person's page at Stripe: cards, invoices, switching and cancelling.",
    reply: Address,
    refuses: ['not_configured', 'not_found', 'sign_up_needed'],
    perMinute: 10,
    goesOn: true,
  },
  checkout: {
    method: 'POST',
    path: '/api/create-checkout-session',
    access: 'account',
    summary:
      "The address at Stripe where it is paid. Asked for twice it is the same; to somebody who has the plan already it is the portal's.",
    body: z.object({ priceId: z.string().check(z.maxLength(255)), planType: PlanType, couponCode: z.optional(CouponCode) }),
    reply: Address,
    refuses: ['not_configured', 'refused_by_rule', 'sign_up_needed', 'subscription_needed'],
    perHour: CHECKOUTS_AN_HOUR,
  },
  confirm: {
    method: 'POST',
    path: '/api/billing/confirm',
    access: 'account',
    summary:
      'For a person who is back from paying: asks Stripe whether they paid on a page of theirs, and what they have. Returns what they pay for. Where no page of theirs is open, Stripe is asked for nothing.',
    reply: SubscriptionState,
    refuses: ['not_configured', 'sign_up_needed'],
    perHour: CONFIRMATIONS_AN_HOUR,
    goesOn: true,
  },
  referral: {
    method: 'GET',
    path: '/api/referral/info',
    access: 'account',
    summary: "The person's code for friends, and what it has earned.",
    reply: ReferralInfo,
    refuses: ['sign_up_needed'],
  },
  webhook: {
    method: 'POST',
    path: '/api/billing/webhook',
    access: 'public',
    summary: 'Stripe says that something has happened: the body as it came, signed.',
    raw: true,
    reply: z.object({ received: z.literal(true) }),
    refuses: ['not_configured', 'malformed'],
    // They come from a few addresses, and nothing but their signature says whose they are.
    perMinute: 100_000,
  },
})
