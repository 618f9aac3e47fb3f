/**
 * The add-on is only useful along with a trial or a plan. When that ends, we cancel the add-on at the end of its period. If a plan starts
 * before then, we resume it.
 *
 * 1. The action follows from the stored state and is idempotent. The event that brings the change triggers it right away, and a job runs it
 *    every ten minutes.
 * 2. We refresh the customer's state right before and right after changing anything at Stripe, because a plan may start meanwhile.
 * 3. Canceling also sets our marker at Stripe. An add-on that its owner canceled doesn't have the marker and stays canceled.
 */
import { type Asking, refresh } from '#server/features/billing/actions.ts'
import { unsettledAddOns } from './queries.ts'

/** Enough to make the change, revert it if a plan started at that moment, and read the result. */
const ROUNDS = 3

/** Cancels a customer's add-on at the end of its period, or resumes it, depending on their trial or plan. Throws `PaymentsFailed`. */
export const settleAddOn = async (asking: Asking, customerId: string): Promise<void> => {
  const { db, payments } = asking
  let unsettled = await unsettledAddOns(db, customerId)
  for (let round = 0; round < ROUNDS && unsettled.length > 0; round++) {
    await refresh(asking, customerId)
    unsettled = await unsettledAddOns(db, customerId)
    for (const { subscriptionId, isEnding } of unsettled) await payments.endWithPlan(subscriptionId, isEnding)
  }
}
