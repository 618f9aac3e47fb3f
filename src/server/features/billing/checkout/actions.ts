/**
 * Opens Stripe Checkout, where customers pay. Nothing is purchased here, and returning from Stripe grants nothing.
 *
 * 1. A user has at most one open Checkout page for a plan and one for the add-on, which the database enforces. The same choice reuses the
 *    page. A different choice closes it first, so that the user can't pay on both. The row counts as open until Stripe confirms that the
 *    page has expired or is complete.
 * 2. The row is inserted before the request to Stripe, and its id is the idempotency key. If the response is lost, we can find the page in
 *    Stripe by that key, so the same choice reuses it and a different choice closes it.
 * 3. Customers who already have a plan are sent to the billing portal. We re-read their state from Stripe first, because a webhook event
 *    may still be in flight.
 * 4. No transaction is open during a request to Stripe.
 */
import { lockUser } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { PaymentsFailed } from '#server/lib/integrations/payments.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { PlanType } from '#shared/billing/contract.ts'
import { checkoutAddress } from '#shared/billing/rules.ts'
import { type Asking, refresh } from '../actions.ts'
import { wasUsedBefore } from '../coupons/actions.ts'
import { kindOf } from '../policy.ts'
import { customerOf, insertCustomer, planOf, subscriptionsOf } from '../queries.ts'
import * as query from './queries.ts'

const HOUR_MS = 3_600_000
/** Stripe expires a Checkout page after a day. */
const OPEN_MS = 23 * HOUR_MS
/**
 * How long to keep retrying a request under the same key when Stripe doesn't respond. Stripe replays an error under the same key for a day.
 */
const UNANSWERED_MS = 60_000
/** Maximum number of attempts to claim a page while concurrent requests make other choices. */
const MOST_CLAIMS = 4

const FAILED = 'Failed to create checkout session'
const NO_COUPON = 'That discount code isn’t valid. Check the spelling, or try another.'
const COUPON_USED = 'You’ve already used this discount code.'

const isRefused = (error: unknown): boolean => error instanceof PaymentsFailed && error.reason === 'refused'

/** Returns an error handler that turns a failed Stripe request into a refusal with this message and rethrows other errors. */
const toRefusal = (message: string) => (error: unknown) => {
  if (error instanceof PaymentsFailed) throw new Refused('unavailable', message, { retryAfter: 10 })
  throw error
}

/** Returns a user's Stripe customer id. Creates the customer if the user doesn't have one. */
const customerFor = async ({ db, payments, now }: Asking, userId: string): Promise<string> => {
  const known = await customerOf(db, userId)
  if (known !== undefined) return known
  const email = (await planOf(db, userId))?.email ?? null
  // A double click reuses the key. Stripe replays an error under the same key for a day, so the key changes every hour.
  const key = `customer-${userId}-${Math.floor(now.getTime() / HOUR_MS)}`
  await insertCustomer(db, { userId, customerId: await payments.addCustomer({ userId, email }, key) })
  const customerId = await customerOf(db, userId)
  if (customerId === undefined) throw new Refused('not_signed_in')
  return customerId
}

type Choice = { userId: string; planType: PlanType; priceId: string; coupon: string | null }

/**
 * True if a user has a subscription of this kind in Stripe that hasn't ended, even if it is unpaid. A second subscription would charge them
 * twice.
 */
const hasAlready = async (db: Db, { userId, planType }: Choice, now: Date): Promise<boolean> =>
  (await subscriptionsOf(db, userId)).some(
    ({ status, endsAt, ...paid }) =>
      kindOf(paid.planType) === kindOf(planType) &&
      !['canceled', 'incomplete', 'incomplete_expired'].includes(status) &&
      (endsAt === null || endsAt > now),
  )

type Page = NonNullable<Awaited<ReturnType<typeof query.openCheckoutOf>>>

/** True if an open Checkout page can be reused for this choice. */
const isFor = ({ priceId, coupon, sessionId, openedAt }: Page, choice: Choice, now: Date): boolean =>
  priceId === choice.priceId &&
  coupon === choice.coupon &&
  now.getTime() - openedAt.getTime() < (sessionId === null ? UNANSWERED_MS : OPEN_MS)

/**
 * Returns the user's open Checkout page, creating it if necessary, and whether it matches this choice. Returns undefined if the user
 * already has what they chose.
 */
const claimPage = ({ db, now }: Asking, choice: Choice) =>
  db
    .transaction(async (db) => {
      const { userId, planType, priceId, coupon } = choice
      if (!(await lockUser(db, userId))) throw new Refused('not_signed_in')
      // Payments are stored under the same lock, so this check sees a payment made a moment ago.
      if (await hasAlready(db, choice, now)) return undefined
      const kind = kindOf(planType)
      const open = await query.openCheckoutOf(db, userId, kind)
      if (open) return { page: open, isWanted: isFor(open, choice, now) }
      const page = await query.insertCheckout(db, { userId, kind, priceId, coupon, openedAt: now })
      return { page, isWanted: true }
    })
    .catch((error: unknown) => {
      if (uniqueViolationOf(error) === 'billing_checkouts_coupon_once') throw new Refused('refused_by_rule', COUPON_USED)
      throw error
    })

type Checkout = Omit<Parameters<Asking['payments']['openCheckout']>[0], 'coupon' | 'priceId'>

/** Opens a Checkout page in Stripe. Returns its URL. */
const openPage = async ({ db, payments }: Asking, page: Page, checkout: Checkout): Promise<string | undefined> => {
  const { id, url } = await payments
    .openCheckout({ ...checkout, priceId: page.priceId, coupon: page.coupon }, page.id)
    .catch(async (error: unknown) => {
      // Stripe didn't respond, so the page may be open there. Keep its row.
      if (!isRefused(error)) throw error
      await query.deleteUnanswered(db, page.id)
      if (page.coupon !== null) throw new Refused('refused_by_rule', NO_COUPON)
      throw error
    })
  if (await query.keepSession(db, page.id, id)) return url ?? undefined
  // A concurrent request made another choice.
  await payments.closeCheckout(id)
  throw new Refused('unavailable', FAILED, { retryAfter: 1 })
}

/** Closes a Checkout page in Stripe and deletes its row once Stripe confirms. Returns false if the user has already paid on it. */
const closePage = async ({ db, payments, now }: Asking, page: Page, customerId: string): Promise<boolean> => {
  if (page.sessionId === null) {
    for (const { id, key } of await payments.openCheckoutsOf(customerId)) if (key === page.id) await payments.closeCheckout(id)
    await query.deleteUnanswered(db, page.id)
    return true
  }
  const isPaid = (await payments.closeCheckout(page.sessionId)).status === 'complete'
  await query.settleCheckout(db, { id: page.sessionId, isPaid }, now)
  return !isPaid
}

/**
 * Returns the URL of the user's Checkout page, or undefined if the user already has what they chose. Replaces an expired page with a new
 * one.
 */
const addressOf = async (asking: Asking, choice: Choice, checkout: Checkout): Promise<string | undefined> => {
  const { db, payments, now } = asking
  for (let claims = 0; claims < MOST_CLAIMS; claims++) {
    const claimed = await claimPage(asking, choice)
    if (!claimed) return undefined
    const { page, isWanted } = claimed
    if (!isWanted) {
      if (!(await closePage(asking, page, checkout.customerId))) return undefined
      continue
    }
    if (page.sessionId === null) return openPage(asking, page, checkout)
    const { status, url } = await payments.checkoutOf(page.sessionId)
    if (status === 'open' && url !== null) return url
    await query.settleCheckout(db, { id: page.sessionId, isPaid: status === 'complete' }, now)
    if (status === 'complete') return undefined
  }
  throw new Refused('unavailable', FAILED, { retryAfter: 1 })
}

type CheckoutRequest = { userId: string; planType: PlanType; priceId: string; couponCode: string | undefined; origin: string }

/** Returns the Checkout URL for a user's choice. If they already have it, returns the URL of the billing portal. */
export const checkOut = async (asking: Asking & { keys: KeyRing }, { couponCode, origin, ...wish }: CheckoutRequest): Promise<string> => {
  const { payments } = asking
  const { userId, planType, priceId } = wish
  if (payments.prices[planType] !== priceId) throw new Refused('refused_by_rule', 'This plan isn’t available here.')
  const coupon = couponCode === undefined ? null : await payments.couponOf(couponCode).catch(toRefusal(FAILED))
  if (coupon === undefined) throw new Refused('refused_by_rule', NO_COUPON)
  if (coupon !== null && (await wasUsedBefore(asking.db, asking.keys, { userId, coupon })))
    throw new Refused('refused_by_rule', COUPON_USED)
  try {
    const customerId = await customerFor(asking, userId)
    await refresh(asking, customerId)
    const choice = { ...wish, coupon }
    const checkout = {
      customerId,
      planType,
      successUrl: `${origin}/dashboard?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}${checkoutAddress(planType)}`,
    }
    const address = await addressOf(asking, choice, checkout)
    return address ?? (await payments.portal(customerId, `${origin}/dashboard`))
  } catch (error) {
    return toRefusal(FAILED)(error)
  }
}

/**
 * Checks with Stripe whether a user has paid on one of their Checkout pages. If so, refreshes their state, because the webhook event may be
 * late or lost. Once the payment is stored, later calls don't contact Stripe.
 */
export const confirmPayment = async (asking: Asking, userId: string): Promise<void> => {
  const { db, payments, now } = asking
  const customerId = await customerOf(db, userId)
  if (customerId === undefined) return
  try {
    for (const { sessionId, paidAt } of await query.checkoutsOf(db, userId)) {
      if (sessionId === null || paidAt !== null || (await payments.checkoutOf(sessionId)).status !== 'complete') continue
      await refresh(asking, customerId)
      await query.settleCheckout(db, { id: sessionId, isPaid: true }, now)
    }
  } catch (error) {
    toRefusal('We couldn’t check your payment with Stripe. Try again in a moment.')(error)
  }
}

/** Returns the URL of a user's billing portal. Throws `not_found` if they aren't a Stripe customer. */
export const portalOf = async ({ db, payments }: Asking, { userId, origin }: { userId: string; origin: string }): Promise<string> => {
  const customerId = await customerOf(db, userId)
  if (customerId === undefined) throw new Refused('not_found', 'You don’t have a subscription yet.')
  return payments.portal(customerId, `${origin}/dashboard`).catch(toRefusal('The billing portal is temporarily unavailable.'))
}
