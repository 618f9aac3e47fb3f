import type { JobCall } from '#server/lib/jobs/run.ts'
import { settleAddOn } from './actions.ts'
import { unsettledAddOns } from './queries.ts'

/** So many customers that fail before one succeeds mean that Stripe is away. */
const MEANS_AWAY = 3

/**
 * Every ten minutes: add-ons whose trial or plan has ended are canceled at the end of their period, and renew again where a plan
 * has begun. A customer that Stripe has trouble with keeps nobody else waiting, and is tried again.
 */
export const settleAddOns = async ({ db, now, post, services: { payments }, signal }: JobCall): Promise<void> => {
  if (!payments) return
  const failures: unknown[] = []
  const customers = new Set((await unsettledAddOns(db)).map(({ customerId }) => customerId))
  let done = 0
  for (const customerId of customers) {
    signal.throwIfAborted()
    try {
      await settleAddOn({ db, payments, post, now }, customerId)
      done++
    } catch (error) {
      failures.push(error)
      if (done === 0 && failures.length === MEANS_AWAY) break
    }
  }
  if (failures.length > 0) throw failures[0]
}
