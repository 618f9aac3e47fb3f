/**
 * What a person has is written down from what Stripe says, whoever asks for it: an event, the night, or a checkout.
 *
 * 1. An event only says of whom. What they have now is asked for, so that the order of events does not matter, and asked
 *    for outside of any transaction.
 * 2. Questions of one customer are numbered before they are asked. An answer is dropped where that to a later question is
 *    written down: whatever the earlier one was about had happened by then.
 * 3. An event is noted in the transaction of its effect, and takes effect once.
 * 4. Events of one customer that wait for their turn are heard together: Stripe is asked once for all of them.
 */
import { lockUser } from '#server/features/accounts/queries.ts'
import { record } from '#server/features/audit/queries.ts'
import type { Act } from '#server/features/audit/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeTurns } from '#server/lib/limits/turns.ts'
import type { Post } from '#server/lib/mail/post.ts'
import type { CustomerState, PaymentEvent, Payments } from '#server/lib/outside/payments.ts'
import type { PaidItem, SubscriptionState } from '#shared/billing/contract.ts'
import { checkoutsOf, settleCheckout } from './checkout/queries.ts'
import { keepCoupons } from './coupons/actions.ts'
import { changesOf, hasSwitched, isShown, newlyFailed, standingOf } from './policy.ts'
import * as query from './queries.ts'
import { applyCredits, exportedReferrals, giveCredit, settleReferral } from './referral/actions.ts'
import { referrerOfWaiting } from './referral/queries.ts'

export type Asking = { db: Db; payments: Payments; post: Post; now: Date }

/** The ids of invoices of which all that was paid has gone back. */
const returnedInvoicesOf = async (db: Db, userId: string): Promise<Set<string>> =>
  new Set((await query.invoicesOf(db, userId)).filter(({ isReturned }) => isReturned).map(({ id }) => id))

/** What is known of a person's plan, as {@link standingOf} takes it. */
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

/** Writes down what a person has at an instant, under the lock of their row. Returns what has begun or ended by it. */
const changeStanding = async (db: Db, userId: string, now: Date): Promise<Act[]> => {
  const known = await reasonsOf(db, userId)
  if (!known) return []
  const { plan, reasons } = known
  const next = standingOf(reasons, now)
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

/** Writes down what a person has at an instant, and in the log what has begun or ended by it; under the lock of their row. */
export const writeStanding = async (db: Db, userId: string, now: Date): Promise<void> =>
  recordAll(db, userId, await changeStanding(db, userId, now), now)

/** The cards of whoever brought a person who has paid now; none where nobody waits for that. */
const cardsOfReferrer = async ({ db, payments }: Asking, userId: string, { invoices }: CustomerState): Promise<string[]> => {
  if (!invoices.some(({ status, amountPaid }) => status === 'paid' && amountPaid > 0)) return []
  const referrerId = await referrerOfWaiting(db, userId)
  const customerId = referrerId === undefined ? undefined : await query.customerOf(db, referrerId)
  return customerId === undefined ? [] : (await payments.stateOf(customerId)).cards
}

/** Asks what a customer has, and writes it down, with the events that said that something happened. A customer of nobody is left alone. */
export const refresh = async (asking: Asking, customerId: string, events: readonly PaymentEvent[] = []): Promise<void> => {
  const { db, payments, post, now } = asking
  const asked = await query.takeTicket(db, customerId)
  if (!asked) return
  const { userId, ticket } = asked
  const state = await payments.stateOf(customerId)
  const referrerCards = await cardsOfReferrer(asking, userId, state)
  await db.transaction(async (db) => {
    const ids = events.map(({ id }) => id)
    if (ids.length > 0 && (await query.insertEvents(db, ids, now)).length === 0) return
    // Their account is deleted at this moment.
    if (!(await lockUser(db, userId))) return
    for (const { checkout } of events) if (checkout) await settleCheckout(db, checkout, now)
    if (!(await query.noteAnswer(db, customerId, ticket))) return
    const before = await query.replaceSubscriptions(db, userId, state.subscriptions)
    if (hasSwitched(before, state.subscriptions)) await record(db, { at: now, act: 'plan.switched', subjectId: userId })
    await query.putInvoices(db, userId, state.invoices)
    await settleReferral(db, { friendId: userId, ...state, referrerCards }, now)
    await writeStanding(db, userId, now)
    for (const { id, latestInvoiceId } of newlyFailed(before, state.subscriptions))
      await post.queue(db, { userId, kind: 'payment-failed', about: `${id} ${latestInvoiceId}` }, now)
  })
}

/** Does what events of one customer ask for, each once. */
const hear = async (asking: Asking, customerId: string, events: readonly PaymentEvent[]): Promise<void> => {
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
  // What cannot be taken off now, its job takes off.
  for (const id of await applyCredits(db, userId, { now })) await giveCredit(db, payments, id, now).catch(() => undefined)
}

/** Customers whose events are heard at once; the others wait, and teachers' calls come between. */
const TURNS = { atOnce: 8, waitingOfKey: 1, waiting: 20_000, whenFull: 'Too many webhook events are waiting.' }

/** Returns what hears an event, and is done when it has taken effect. Of one customer only one thing is heard at a time; what comes meanwhile is heard together after it. */
export const makeHearing = () => {
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
        return hear(asking, customerId, events)
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

/** Queues that all somebody pays for ends at Stripe, and keeps which discount codes they have used; in the transaction in which their account is deleted. */
export const leaveBilling = async (db: Db, keys: KeyRing, userId: string, now: Date): Promise<void> => {
  await keepCoupons(db, keys, userId, now)
  const customerId = await query.customerOf(db, userId)
  if (customerId !== undefined) await enqueue(db, 'leave-stripe', { customerId })
}

/** What a person pays for, as it is shown. */
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

/** What a person pays for, and until when they were given what they don't. */
export const subscriptionStateOf = async (db: Db, userId: string, now: Date): Promise<SubscriptionState> => {
  const { grantedUntil = null, aiGrantedUntil = null } = (await query.planOf(db, userId))?.plan ?? {}
  return { items: await paidItemsOf(db, userId, now), grantedUntil, aiGrantedUntil }
}

/** All that is kept of what a person pays, for their export. */
export const exportedBilling = async (db: Db, userId: string) => ({
  plan: (await query.planOf(db, userId))?.plan ?? null,
  customer: (await query.customerOf(db, userId)) ?? null,
  subscriptions: await query.subscriptionsOf(db, userId),
  checkouts: await checkoutsOf(db, userId),
  invoices: await query.invoicesOf(db, userId),
  referral: await exportedReferrals(db, userId),
})
