import { z } from 'zod'
import { isAdministrator, lockUser } from '#server/features/people/queries.ts'
import { PaymentsFailed } from '#server/lib/integrations/payments.ts'
import { forEachPage } from '#server/lib/jobs/pages.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { refresh, saveEntitlement } from './actions.ts'
import { deleteCheckoutsBefore } from './checkout/queries.ts'
import { deleteOldCoupons } from './coupons/queries.ts'
import * as query from './queries.ts'

const AT_ONCE = 100

/** Hourly: marks trials and plans as ended, which notifies open browser tabs. */
export const endPlans = async ({ db, now, mailQueue, services: { mail }, signal }: JobCall): Promise<void> => {
  await db.transaction(async (db) => {
    const ended = await query.endTrials(db, now)
    if (mail?.about.isFree) return
    // Platform admins don't need a plan, so they lose nothing when one ends.
    const userIds: string[] = []
    for (const userId of ended) if (!(await isAdministrator(db, userId))) userIds.push(userId)
    await mailQueue.queueToAll(db, { userIds, kind: 'trial-ended' }, now)
  })
  await forEachPage(
    (last?: string) => query.peopleWithEndedPlans(db, now, { most: AT_ONCE, last }),
    async (people) => {
      for (const userId of people) {
        signal.throwIfAborted()
        await db.transaction(async (db) => {
          if (await lockUser(db, userId)) await saveEntitlement(db, userId, now)
        })
      }
    },
  )
}

/** Number of customers refreshed per run, so that other jobs aren't delayed. Each customer requires up to four requests to Stripe. */
const CUSTOMERS_AT_ONCE = 50
/** Number of consecutive failures after which we assume that Stripe is down, rather than that individual customers are failing. */
const MEANS_AWAY = 3

/** Empty for the scheduled run, which starts with the first customer. `after` is the last customer of the previous page. */
const Page = z.object({ after: z.optional(z.string()) })
const OneCustomer = z.object({ customerId: z.string() })

/**
 * Nightly: refreshes every customer from Stripe, so that a lost event doesn't lock a teacher out of their planner. Processes one page of
 * customers and queues a job for the next page. If refreshing a customer fails, queues a separate retry job for that customer.
 */
export const askForPlans = async ({ db, now, mailQueue, services: { payments }, payload, atEnd, signal }: JobCall): Promise<void> => {
  if (!payments) return
  const { after } = Page.parse(payload)
  const customers = await query.customersToAskFor(db, { after, most: CUSTOMERS_AT_ONCE })
  const later: string[] = []
  for (const [index, customerId] of customers.entries()) {
    signal.throwIfAborted()
    try {
      await refresh({ db, payments, mailQueue, now }, customerId)
    } catch (error) {
      later.push(customerId)
      const isAway = error instanceof PaymentsFailed && error.reason === 'away'
      if (isAway && later.length === MEANS_AWAY && index === MEANS_AWAY - 1) throw error
    }
  }
  const last = customers.at(-1)
  atEnd(async (db) => {
    for (const customerId of later) await enqueue(db, 'ask-for-plan', { customerId })
    if (last !== undefined && customers.length === CUSTOMERS_AT_ONCE) await enqueue(db, 'ask-for-plans', { after: last })
  })
}

/** Refreshes one customer from Stripe. */
export const askForPlan = async ({ db, now, mailQueue, services: { payments }, payload }: JobCall): Promise<void> => {
  if (payments) await refresh({ db, payments, mailQueue, now }, OneCustomer.parse(payload).customerId)
}

/**
 * Closes the open Checkout pages of a deleted account and ends its subscriptions. The job's payload contains only the Stripe customer id.
 */
export const leaveStripe = async ({ services: { payments }, payload }: JobCall): Promise<void> => {
  if (!payments) throw new Error('Stripe is not set up on this server.')
  const { customerId } = OneCustomer.parse(payload)
  for (const { id } of await payments.openCheckoutsOf(customerId)) await payments.closeCheckout(id)
  await payments.forgetCustomer(customerId)
}

/**
 * Daily: deletes events that Stripe no longer retries, expired Checkout pages, and codes of accounts deleted more than twelve months ago.
 */
export const forgetOldEvents = async ({ db, now }: JobCall): Promise<void> => {
  await query.deleteEventsBefore(db, new Date(now.getTime() - RETENTION.stripeEventDays * DAY_MS))
  await deleteCheckoutsBefore(db, new Date(now.getTime() - RETENTION.checkoutDays * DAY_MS))
  await deleteOldCoupons(db, now)
}
