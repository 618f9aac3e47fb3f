/**
 * The way to Stripe, where it is paid. Nothing is bought here, and coming back from there grants nothing.
 *
 * 1. A person has one open page for a plan and one for the add-on, which the database holds; asked for again it is the same
 *    one. Another choice closes it first, so that nobody pays on both: its row is the open page until Stripe has said that it
 *    is expired or complete.
 * 2. The row is written before Stripe is asked, and its id is the key. Where the answer is lost, the page is found at Stripe
 *    by that key: asked for again it is the same one, and another choice closes it.
 * 3. A customer who already has the plan goes to the billing portal. We ask Stripe first, because an event may be on its way.
 * 4. No transaction is open during a call of Stripe.
 */
import { lockUser } from '#server/features/accounts/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { PaymentsFailed } from '#server/lib/outside/payments.ts'
import type { PlanType } from '#shared/billing/contract.ts'
import { checkoutAddress } from '#shared/billing/rules.ts'
import { type Asking, refresh } from '../actions.ts'
import { wasUsedBefore } from '../coupons/actions.ts'
import { kindOf } from '../policy.ts'
import { customerOf, insertCustomer, planOf, subscriptionsOf } from '../queries.ts'
import * as query from './queries.ts'

const HOUR_MS = 3_600_000
/** Stripe closes a page after a day. */
const OPEN_MS = 23 * HOUR_MS
/** So long a page that Stripe has not answered for is asked for under the same key: what Stripe could not do under it, it does not do for a day. */
const UNANSWERED_MS = 60_000
/** How often a page is claimed for one call, while others choose something else at the same moment. */
const MOST_CLAIMS = 4

const FAILED = 'Failed to create checkout session'
const NO_COUPON = 'This discount code is not known, or no longer valid.'
const COUPON_USED = 'You have used this discount code already.'

const isRefused = (error: unknown): boolean => error instanceof PaymentsFailed && error.reason === 'refused'

/** Refuses what a call of Stripe that failed leaves undone, in words for the person; any other error is thrown on. */
const saying = (message: string) => (error: unknown) => {
  if (error instanceof PaymentsFailed) throw new Refused('unavailable', message, { retryAfter: 10 })
  throw error
}

/** Who a person is at Stripe; from now on where they were nobody there. */
const customerFor = async ({ db, payments, now }: Asking, userId: string): Promise<string> => {
  const known = await customerOf(db, userId)
  if (known !== undefined) return known
  const email = (await planOf(db, userId))?.email ?? null
  // The same for a double click. What Stripe could not do under a key, it does not do under it for a day.
  const key = `customer-${userId}-${Math.floor(now.getTime() / HOUR_MS)}`
  await insertCustomer(db, { userId, customerId: await payments.addCustomer({ userId, email }, key) })
  const customerId = await customerOf(db, userId)
  if (customerId === undefined) throw new Refused('not_signed_in')
  return customerId
}

type Choice = { userId: string; planType: PlanType; priceId: string; coupon: string | null }

/** Whether a person has something of this kind at Stripe that is not over, paid for or not: a second one would be paid for twice. */
const hasAlready = async (db: Db, { userId, planType }: Choice, now: Date): Promise<boolean> =>
  (await subscriptionsOf(db, userId)).some(
    ({ status, endsAt, ...paid }) =>
      kindOf(paid.planType) === kindOf(planType) &&
      !['canceled', 'incomplete', 'incomplete_expired'].includes(status) &&
      (endsAt === null || endsAt > now),
  )

type Page = NonNullable<Awaited<ReturnType<typeof query.openCheckoutOf>>>

/** Whether a page is still the one for a choice. */
const isFor = ({ priceId, coupon, sessionId, openedAt }: Page, choice: Choice, now: Date): boolean =>
  priceId === choice.priceId &&
  coupon === choice.coupon &&
  now.getTime() - openedAt.getTime() < (sessionId === null ? UNANSWERED_MS : OPEN_MS)

/** Returns the one open page, new where there was none, and whether it is for this choice; undefined for somebody who has it already. */
const claimPage = ({ db, now }: Asking, choice: Choice) =>
  db
    .transaction(async (db) => {
      const { userId, planType, priceId, coupon } = choice
      if (!(await lockUser(db, userId))) throw new Refused('not_signed_in')
      // Under the lock: what was paid a moment ago is written down under it too.
      if (await hasAlready(db, choice, now)) return undefined
      const kind = kindOf(planType)
      const open = await query.openCheckoutOf(db, userId, kind)
      if (open) return { page: open, isWanted: isFor(open, choice, now) }
      const page = await query.insertCheckout(db, { userId, kind, priceId, coupon, openedAt: now })
      if (!page) throw new Error('An insert returned no row')
      return { page, isWanted: true }
    })
    .catch((error: unknown) => {
      if (uniqueViolationOf(error) === 'billing_checkouts_coupon_once') throw new Refused('refused_by_rule', COUPON_USED)
      throw error
    })

type Checkout = Omit<Parameters<Asking['payments']['openCheckout']>[0], 'coupon' | 'priceId'>

/** Opens a page at Stripe. Returns its address. */
const openPage = async ({ db, payments }: Asking, page: Page, checkout: Checkout): Promise<string | undefined> => {
  const { id, url } = await payments
    .openCheckout({ ...checkout, priceId: page.priceId, coupon: page.coupon }, page.id)
    .catch(async (error: unknown) => {
      // Without an answer the page may be open at Stripe, and its row stays.
      if (!isRefused(error)) throw error
      await query.deleteUnanswered(db, page.id)
      if (page.coupon !== null) throw new Refused('refused_by_rule', NO_COUPON)
      throw error
    })
  if (await query.keepSession(db, page.id, id)) return url ?? undefined
  // Another choice was made in the meantime.
  await payments.closeCheckout(id)
  throw new Refused('unavailable', FAILED, { retryAfter: 1 })
}

/** Closes a page at Stripe, and forgets it once Stripe has said so. Returns false where somebody has paid there. */
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

/** Returns the page's address at Stripe; undefined for somebody who has the choice already. A page that is over is forgotten, and a new one opened. */
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

type Wish = { userId: string; planType: PlanType; priceId: string; couponCode: string | undefined; origin: string }

/** Returns the address at Stripe where a person pays for their choice; of somebody who has it already, that of their own page. */
export const checkOut = async (asking: Asking & { keys: KeyRing }, { couponCode, origin, ...wish }: Wish): Promise<string> => {
  const { payments } = asking
  const { userId, planType, priceId } = wish
  if (payments.prices[planType] !== priceId) throw new Refused('refused_by_rule', 'This plan is not sold here.')
  const coupon = couponCode === undefined ? null : await payments.couponOf(couponCode).catch(saying(FAILED))
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
    return saying(FAILED)(error)
  }
}

/**
 * Asks Stripe whether a person has paid on a page of theirs, and if they have, what they have now: its event may be late, or
 * lost. Once that is written down, nothing is asked again.
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
    saying('Stripe could not be asked about your payment.')(error)
  }
}

/** Returns the address of a person's own page at Stripe. Throws `not_found` for one who was never there. */
export const portalOf = async ({ db, payments }: Asking, { userId, origin }: { userId: string; origin: string }): Promise<string> => {
  const customerId = await customerOf(db, userId)
  if (customerId === undefined) throw new Refused('not_found', 'There is no subscription to manage yet.')
  return payments.portal(customerId, `${origin}/dashboard`).catch(saying('The billing portal is temporarily unavailable.'))
}
