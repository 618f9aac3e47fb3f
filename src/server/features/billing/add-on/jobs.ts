import type { JobCall } from '#server/lib/jobs/run.ts'
import { settleAddOn } from './actions.ts'
import { unsettledAddOns } from './queries.ts'

/** Number of failing customers, without a single success, after which we assume that Stripe is down. */
const MEANS_AWAY = 3

/**
 * Every ten minutes: cancels add-ons at the end of their billing period if the trial or plan has ended, and resumes them if a plan has
 * started. If Stripe fails for one customer, the job continues with the others and the next run retries.
 */
export const settleAddOns = async ({ db, now, mailQueue, services: { payments }, signal }: JobCall): Promise<void> => {
  if (!payments) return
  const failures: unknown[] = []
  const customers = new Set((await unsettledAddOns(db)).map(({ customerId }) => customerId))
  let done = 0
  for (const customerId of customers) {
    signal.throwIfAborted()
    try {
      await settleAddOn({ db, payments, mailQueue, now }, customerId)
      done++
    } catch (error) {
      failures.push(error)
      if (done === 0 && failures.length === MEANS_AWAY) break
    }
  }
  if (failures.length > 0) throw failures[0]
}
