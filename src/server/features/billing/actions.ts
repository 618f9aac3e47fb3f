/**
 * Syncs a customer's state from Stripe, triggered by a webhook event, the nightly job, or a checkout.
 *
 * 1. An event only identifies the customer. We fetch the current state from Stripe, so the order of events doesn't matter. The request is
 *    made outside of any transaction.
 * 2. Requests for one customer are numbered before they are sent. We drop a response if the response to a later request has already been
 *    stored, because the later response is at least as recent.
 * 3. An event is recorded in the transaction that applies it, so it is applied exactly once.
 * 4. Events that queue up for one customer are handled as a batch, with a single request to Stripe.
 */

import { record } from '#server/features/audit/queries.ts'
import type { Act } from '#server/features/audit/tables.ts'
import { lockUser } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { PaymentEvent, Payments } from '#server/lib/integrations/payments.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeTurns } from '#server/lib/limits/turns.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import type { PaidItem, SubscriptionState } from '#shared/billing/contract.ts'
import { checkoutsOf, settleCheckout } from './checkout/queries.ts'
import { keepCoupons } from './coupons/actions.ts'
import { changesOf, entitlementAt, hasSwitched, isShown, newlyFailed } from './policy.ts'
import * as query from './queries.ts'
import { applyCredits, cardsOfReferrer, exportedReferrals, giveCredit, settleReferral } from './referral/actions.ts'

export type Asking = { db: Db; payments: Payments; mailQueue: MailQueue; now: Date }

/** Returns the ids of invoices that have been fully refunded or charged back. */
const returnedInvoicesOf = async (db: Db, userId: string): Promise<Set<string>> =>
  new Set((await query.invoicesOf(db, userId)).filter(({ isReturned }) => isReturned).map(({ id }) => id))

/** Returns a user's plan and the input for {@link entitlementAt}, or undefined if the account doesn't exist. */
const reasonsOf = async (db: Db, userId: string) => {
  const found = await query.planOf(db, userId)
  if (!found) return undefined
  const { plan, timezone } = found
  const { status, freeTrialStarted, grantedUntil, aiGrantedUntil } = plan
  const paid = await query.subscriptionsOf(db, userId)
  return {
    plan,
    reasons: { status, freeTrialStarted, grantedUntil, aiGrantedUntil, timezone, paid, returned: await returnedInvoicesOf(db, userId) },
  }
}

/**
 * Updates a user's plan and add-on as of an instant. The caller must hold the lock on the user's row. Returns an audit action for each plan
 * or add-on that started or ended.
 */
const changeEntitlement = async (db: Db, userId: string, now: Date): Promise<Act[]> => {
  const known = await reasonsOf(db, userId)
  if (!known) return []
  const { plan, reasons } = known
  const next = entitlementAt(reasons, now)
  const isSame =
    next.status === plan.status &&
    next.planEndsAt?.getTime() === plan.planEndsAt?.getTime() &&
    next.aiFeatureFlag === plan.aiFeatureFlag &&
    next.aiEndsAt?.getTime() === plan.aiEndsAt?.getTime()
  if (!isSame) await query.updatePlan(db, userId, next)
  return changesOf(plan, next)
}

const recordAll = async (db: Db, userId: string, acts: readonly Act[], now: Date): Promise<void> => {
  for (const act of acts) await record(db, { at: now, act, subjectId: userId })
}

/** Updates a user's plan and add-on as of an instant, and logs each start or end. The caller must hold the lock on the user's row. */
export const saveEntitlement = async (db: Db, userId: string, now: Date): Promise<void> =>
  recordAll(db, userId, await changeEntitlement(db, userId, now), now)

/** Fetches a customer's state and stores it, together with the events that triggered the refresh. Ignores customers without an account. */
export const refresh = async (asking: Asking, customerId: string, events: readonly PaymentEvent[] = []): Promise<void> => {
  const { db, payments, mailQueue, now } = asking
  const asked = await query.takeTicket(db, customerId)
  if (!asked) return
  const { userId, ticket } = asked
  const state = await payments.stateOf(customerId)
  const referrerCards = await cardsOfReferrer(asking, userId, state)
  await db.transaction(async (db) => {
    const ids = events.map(({ id }) => id)
    if (ids.length > 0 && (await query.insertEvents(db, ids, now)).length === 0) return
    // The account was deleted in the meantime.
    if (!(await lockUser(db, userId))) return
    for (const { checkout } of events) if (checkout) await settleCheckout(db, checkout, now)
    if (!(await query.noteAnswer(db, customerId, ticket))) return
    const before = await query.replaceSubscriptions(db, userId, state.subscriptions)
    if (hasSwitched(before, state.subscriptions)) await record(db, { at: now, act: 'plan.switched', subjectId: userId })
    await query.putInvoices(db, userId, state.invoices)
    await settleReferral(db, { friendId: userId, ...state, referrerCards }, now)
    await saveEntitlement(db, userId, now)
    for (const { id, latestInvoiceId } of newlyFailed(before, state.subscriptions))
      await mailQueue.queue(db, { userId, kind: 'payment-failed', about: `${id} ${latestInvoiceId}` }, now)
  })
}

/** Applies one customer's events, skipping those already applied. */
const handleEvents = async (asking: Asking, customerId: string, events: readonly PaymentEvent[]): Promise<void> => {
  const { db, payments, now } = asking
  const known = await query.knownEvents(
    db,
    events.map(({ id }) => id),
  )
  const news = events.filter(({ id }) => !known.includes(id))
  if (news.length === 0) return
  await refresh(asking, customerId, news)
  const userId = news.some(({ isRenewalNear }) => isRenewalNear) ? await query.userOfCustomer(db, customerId) : undefined
  if (userId === undefined) return
  // If adding a credit in Stripe fails here, its job retries.
  for (const id of await applyCredits(db, userId, { now })) await giveCredit(db, payments, id, now).catch(() => undefined)
}

/** Limits the number of customers processed in parallel, so that webhook events don't starve teachers' requests. */
const TURNS = { atOnce: 8, waitingOfKey: 1, waiting: 20_000, whenFull: 'Too many webhook events are waiting.' }

/**
 * Returns a webhook handler that resolves once the event has been applied. Processes one batch per customer at a time. Events that arrive
 * while a batch is running form the next batch.
 */
export const makeWebhookHandler = () => {
  const inTurn = makeTurns(TURNS)
  const waiting = new Map<string, { events: PaymentEvent[]; heard: Promise<void> }>()
  const last = new Map<string, Promise<void>>()
  return (asking: Asking, event: PaymentEvent): Promise<void> => {
    const { customerId } = event
    const together = waiting.get(customerId)
    if (together) {
      together.events.push(event)
      return together.heard
    }
    const events = [event]
    const stopWaiting = () => waiting.get(customerId)?.events === events && waiting.delete(customerId)
    const hearAll = async (): Promise<void> => {
      await last.get(customerId)
      await inTurn({ lane: 'first', key: customerId }, () => {
        stopWaiting()
        return handleEvents(asking, customerId, events)
      }).finally(stopWaiting)
    }
    const heard = hearAll()
    waiting.set(customerId, { events, heard })
    const over = heard
      .catch(() => undefined)
      .then(() => {
        if (last.get(customerId) === over) last.delete(customerId)
      })
    last.set(customerId, over)
    return heard
  }
}

/**
 * Queues a job that ends all of a user's subscriptions in Stripe, and records the discount codes they have used. Call it in the transaction
 * that deletes the account.
 */
export const leaveBilling = async (db: Db, keys: KeyRing, userId: string, now: Date): Promise<void> => {
  await keepCoupons(db, keys, userId, now)
  const customerId = await query.customerOf(db, userId)
  if (customerId !== undefined) await enqueue(db, 'leave-stripe', { customerId })
}

/** Returns a user's paid subscriptions, for display. */
export const paidItemsOf = async (db: Db, userId: string, now: Date): Promise<PaidItem[]> => {
  const returned = await returnedInvoicesOf(db, userId)
  return (await query.subscriptionsOf(db, userId))
    .filter((each) => isShown(each, returned, now))
    .map(({ planType, priceId, amount, interval, periodEnd, endsAt, status }) => ({
      planType,
      priceId,
      amount,
      interval,
      periodEnd: (endsAt ?? periodEnd).toISOString(),
      isCancelled: endsAt !== null,
      hasFailed: status === 'past_due' || status === 'unpaid',
    }))
}

/** Returns a user's paid subscriptions, and the last days of their grants. */
export const subscriptionStateOf = async (db: Db, userId: string, now: Date): Promise<SubscriptionState> => {
  const { grantedUntil = null, aiGrantedUntil = null } = (await query.planOf(db, userId))?.plan ?? {}
  return { items: await paidItemsOf(db, userId, now), grantedUntil, aiGrantedUntil }
}

/** Returns all of a user's billing data, for their export. */
export const exportedBilling = async (db: Db, userId: string) => ({
  plan: (await query.planOf(db, userId))?.plan ?? null,
  customer: (await query.customerOf(db, userId)) ?? null,
  subscriptions: await query.subscriptionsOf(db, userId),
  checkouts: await checkoutsOf(db, userId),
  invoices: await query.invoicesOf(db, userId),
  referral: await exportedReferrals(db, userId),
})
