/**
 * The add-on requires a trial or a plan. When that ends, we cancel the add-on at the end of its billing period. If a plan starts before
 * then, we resume the add-on.
 *
 * 1. The action is derived from the stored state and is idempotent. The event that reports the change triggers it immediately, and a job
 *    runs it every ten minutes.
 * 2. We refresh the customer's state right before and right after changing anything in Stripe, because a plan may start in between.
 * 3. Canceling also sets our marker in Stripe. An add-on that its owner canceled doesn't have the marker and stays canceled.
 */
import { type Asking, refresh } from '#server/features/billing/actions.ts'
import { unsettledAddOns } from './queries.ts'

/** Three rounds are enough to make the change, revert it if a plan started at that moment, and read the result. */
const ROUNDS = 3

/**
 * Cancels a customer's add-on at the end of its billing period, or resumes it, depending on the customer's trial or plan. Throws
 * `PaymentsFailed`.
 */
export const settleAddOn = async (asking: Asking, customerId: string): Promise<void> => {
  const { db, payments } = asking
  let unsettled = await unsettledAddOns(db, customerId)
  for (let round = 0; round < ROUNDS && unsettled.length > 0; round++) {
    await refresh(asking, customerId)
    unsettled = await unsettledAddOns(db, customerId)
    for (const { subscriptionId, isEnding } of unsettled) await payments.endWithPlan(subscriptionId, isEnding)
  }
}
