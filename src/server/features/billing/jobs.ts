import { z } from 'zod'
import { isAdministrator, lockUser } from '#server/features/accounts/queries.ts'
import { forEachPage } from '#server/lib/jobs/pages.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { PaymentsFailed } from '#server/lib/outside/payments.ts'
import { refresh, writeStanding } from './actions.ts'
import { deleteCheckoutsBefore } from './checkout/queries.ts'
import { deleteOldCoupons } from './coupons/queries.ts'
import * as query from './queries.ts'

const DAY_MS = 86_400_000
/** Stripe sends an event again for three days. */
const EVENTS_KEPT_MS = 30 * DAY_MS
/** A page is open for a day; for one more it is asked for what became of it. */
const CHECKOUTS_KEPT_MS = 3 * DAY_MS
const AT_ONCE = 100

/** Every hour: trials and plans that are over are written down, so that open pages hear of it. */
export const endPlans = async ({ db, now, post, services: { mail }, signal }: JobCall): Promise<void> => {
  await db.transaction(async (db) => {
    const ended = await query.endTrials(db, now)
    if (mail?.about.isFree) return
    // For platform admins nothing ends.
    const userIds: string[] = []
    for (const userId of ended) if (!(await isAdministrator(db, userId))) userIds.push(userId)
    await post.queueToAll(db, { userIds, kind: 'trial-ended' }, now)
  })
  await forEachPage(
    (last?: string) => query.peopleWithEndedPlans(db, now, { most: AT_ONCE, last }),
    async (people) => {
      for (const userId of people) {
        signal.throwIfAborted()
        await db.transaction(async (db) => {
          if (await lockUser(db, userId)) await writeStanding(db, userId, now)
        })
      }
    },
  )
}

/** Customers that are asked for before other jobs get their turn. Each costs up to four calls of Stripe. */
const CUSTOMERS_AT_ONCE = 50
/** So many failures one after the other mean that Stripe is away, and not that it has trouble with a customer. */
const MEANS_AWAY = 3

/** Empty for the scheduled run, which begins a round; `after` is the last customer of the page before. */
const Page = z.object({ after: z.optional(z.string()) })
const OneCustomer = z.object({ customerId: z.string() })

/**
 * Every night: asks Stripe for what every customer has, so that an event that was lost costs nobody their planner. Does a page
 * of customers and queues the next. A customer that Stripe can't answer for is asked for again by a job of their own.
 */
export const askForPlans = async ({ db, now, post, services: { payments }, payload, atEnd, signal }: JobCall): Promise<void> => {
  if (!payments) return
  const { after } = Page.parse(payload)
  const customers = await query.customersToAskFor(db, { after, most: CUSTOMERS_AT_ONCE })
  const later: string[] = []
  for (const [index, customerId] of customers.entries()) {
    signal.throwIfAborted()
    try {
      await refresh({ db, payments, post, now }, customerId)
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

/** Asks Stripe for what one customer has. */
export const askForPlan = async ({ db, now, post, services: { payments }, payload }: JobCall): Promise<void> => {
  if (payments) await refresh({ db, payments, post, now }, OneCustomer.parse(payload).customerId)
}

/** Closes the pages of somebody whose account is deleted, and ends all that they paid for. What is queued holds Stripe's id of them alone. */
export const leaveStripe = async ({ services: { payments }, payload }: JobCall): Promise<void> => {
  if (!payments) throw new Error('Stripe is not set up on this server.')
  const { customerId } = OneCustomer.parse(payload)
  for (const { id } of await payments.openCheckoutsOf(customerId)) await payments.closeCheckout(id)
  await payments.forgetCustomer(customerId)
}

/** Once a day: events that Stripe sends no more, pages on which nobody can pay any more, and codes of accounts that are long gone. */
export const forgetOldEvents = async ({ db, now }: JobCall): Promise<void> => {
  await query.deleteEventsBefore(db, new Date(now.getTime() - EVENTS_KEPT_MS))
  await deleteCheckoutsBefore(db, new Date(now.getTime() - CHECKOUTS_KEPT_MS))
  await deleteOldCoupons(db, now)
}
