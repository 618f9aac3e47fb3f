/**
 * The add-on is of use only beside a trial or a plan. When that has ended, Stripe cancels the add-on at the end of its period.
 * When a plan begins before then, Stripe renews it again.
 *
 * 1. What is to be done follows from what is written down. It can be repeated at any time: the event that brings the news does it
 *    at once, and a job does it every ten minutes.
 * 2. Stripe is asked what the customer has right before it is told anything, and again afterwards: a plan may begin meanwhile.
 * 3. The call that cancels also sets our mark at Stripe. An add-on that its owner canceled doesn't have it and stays canceled.
 */
import { type Asking, refresh } from '#server/features/billing/actions.ts'
import { unsettledAddOns } from './queries.ts'

/** Stripe is told once, perhaps told otherwise because a plan began at that moment, and asked what has become of it. */
const ROUNDS = 3

/** Tells Stripe to cancel a customer's add-on at the end of its period, or to renew it again, as their trial or plan says. Throws `PaymentsFailed`. */
export const settleAddOn = async (asking: Asking, customerId: string): Promise<void> => {
  const { db, payments } = asking
  let unsettled = await unsettledAddOns(db, customerId)
  for (let round = 0; round < ROUNDS && unsettled.length > 0; round++) {
    await refresh(asking, customerId)
    unsettled = await unsettledAddOns(db, customerId)
    for (const { subscriptionId, isEnding } of unsettled) await payments.endWithPlan(subscriptionId, isEnding)
  }
}
