import type { Db } from '#server/lib/db/client.ts'
import { originOf } from '#server/lib/http/origin.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { type Payments, PaymentsFailed } from '#server/lib/integrations/payments.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { RATES } from '#server/lib/limits/rates.ts'
import type { SharedLimits } from '#server/lib/limits/shared-limits.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { type Billing, billing } from '#shared/billing/contract.ts'
import { BEING_CONFIGURED } from '#shared/billing/rules.ts'
import { makeWebhookHandler, subscriptionStateOf } from './actions.ts'
import { settleAddOn } from './add-on/actions.ts'
import { checkOut, confirmPayment, portalOf } from './checkout/actions.ts'
import { referralInfo } from './referral/actions.ts'

type Settings = {
  /** True if the installation has no paid plans. */
  isFree: boolean
  /** True if every user has the AI add-on for free, so it isn't sold. */
  isAiForEverybody: boolean
  publicAddress: string | undefined
  keys: KeyRing
  mailQueue: MailQueue
}

const ADD_ON_NEEDS_PLAN = 'Your trial or plan has ended. Choose a plan first, then add AI to it.'

const ADD_ON_IS_GIVEN = 'Everyone here already has AI.'

const billingOf = (payments: Payments | undefined, { isFree, isAiForEverybody }: Settings): Billing => {
  if (isFree) return { state: 'off', prices: {} }
  if (!payments) return { state: 'unset', prices: {} }
  const { ai_addon, ...plans } = payments.prices
  return { state: 'on', prices: isAiForEverybody ? plans : payments.prices }
}

const requireAccount = ({ isGuest }: Actor): void => {
  if (isGuest) throw new Refused('sign_up_needed')
}

const TOO_MANY_CODES = 'You’ve tried too many discount codes. Wait a few minutes, then try again.'

const handlersOf = (payments: Payments | undefined, limits: SharedLimits, settings: Settings): Handlers<typeof billing> => {
  const { keys, mailQueue } = settings
  const handleEvent = makeWebhookHandler()
  const countCode = (db: Db, userId: string, now: Date): Promise<void> =>
    limits.require(db, { key: `code ${userId}`, limit: RATES.discountCodes, cost: 1 }, now, TOO_MANY_CODES)
  const requireSales = (actor: Actor): Payments => {
    if (!payments || settings.isFree) throw new Refused('not_configured', BEING_CONFIGURED)
    requireAccount(actor)
    return payments
  }
  return {
    // Anyone may call this.
    billing: async () => billingOf(payments, settings),

    // Anyone signed in may call this, with or without a plan.
    subscription: ({ db, actor: { userId }, now }) => subscriptionStateOf(db, userId, now),

    // Anyone signed in may call this, with or without a plan.
    confirm: async ({ db, actor, now }) => {
      await confirmPayment({ db, payments: requireSales(actor), mailQueue, now }, actor.userId)
      return subscriptionStateOf(db, actor.userId, now)
    },

    // Anyone signed in may call this, with or without a plan.
    portal: async ({ db, actor, now, request }) => ({
      url: await portalOf(
        { db, payments: requireSales(actor), mailQueue, now },
        { userId: actor.userId, origin: originOf(request, settings) },
      ),
    }),

    // Anyone signed in may call this, with or without a plan.
    checkout: async ({ db, actor, now, body: { planType, priceId, couponCode }, request }) => {
      const asking = { db, payments: requireSales(actor), mailQueue, now }
      if (planType === 'ai_addon' && settings.isAiForEverybody) throw new Refused('refused_by_rule', ADD_ON_IS_GIVEN)
      if (planType === 'ai_addon' && !actor.mayWrite) throw new Refused('subscription_needed', ADD_ON_NEEDS_PLAN)
      if (couponCode !== undefined) await countCode(db, actor.userId, now)
      return {
        url: await checkOut(
          { ...asking, keys },
          { userId: actor.userId, planType, priceId, couponCode, origin: originOf(request, settings) },
        ),
      }
    },

    // Anyone signed in may call this, with or without a plan.
    referral: async ({ db, actor, now }) => {
      requireAccount(actor)
      return referralInfo(db, actor.userId, now)
    },

    // Anyone may call this.
    webhook: async ({ db, now, body, request }) => {
      if (!payments) throw new Refused('not_configured', BEING_CONFIGURED)
      const { 'stripe-signature': signature } = request.headers
      try {
        const event = await payments.readEvent(body, typeof signature === 'string' ? signature : undefined)
        if (!event) return { received: true } as const
        const asking = { db, payments, mailQueue, now }
        await handleEvent(asking, event)
        // The event has been applied at this point. If changing the add-on in Stripe fails, the job retries it.
        const settled = settings.isFree ? undefined : settleAddOn(asking, event.customerId)
        await settled?.catch((err: unknown) => request.log.warn({ err }, 'an add-on is settled later'))
      } catch (error) {
        if (!(error instanceof PaymentsFailed)) throw error
        if (error.reason === 'refused') throw new Refused('malformed')
        // This error makes Stripe retry the webhook event.
        throw new Refused('unavailable', 'We can’t reach Stripe right now. Try again in a minute.', { retryAfter: 60 })
      }
      return { received: true } as const
    },
  }
}

export const billingRoutes = (serving: Serving, settings: Settings): void =>
  serve(serving, billing, handlersOf(serving.services.payments, serving.limits, settings))
