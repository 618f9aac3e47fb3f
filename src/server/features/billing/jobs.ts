import { lockUser } from '#server/features/accounts/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { refresh, writeStanding } from './actions.ts'
import { deleteCheckoutsBefore } from './checkout/queries.ts'
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
    for (const userId of ended) await post.queue(db, { userId, kind: 'trial-ended' }, now)
  })
  for (
    let people = await query.peopleWithEndedPlans(db, now, AT_ONCE);
    people.length > 0;
    people = await query.peopleWithEndedPlans(db, now, AT_ONCE)
  )
    for (const userId of people) {
      signal.throwIfAborted()
      await db.transaction(async (db) => {
        if (await lockUser(db, userId)) await writeStanding(db, userId, now)
      })
    }
}

/** Every night: Stripe is asked for what everybody has, so that an event that was lost costs nobody their planner. */
export const askForPlans = async ({ db, now, post, services: { payments }, signal }: JobCall): Promise<void> => {
  if (!payments) return
  let failure: unknown
  for (const customerId of await query.customersToAskFor(db)) {
    signal.throwIfAborted()
    // One that Stripe cannot answer for keeps nobody else waiting.
    await refresh({ db, payments, post, now }, customerId).catch((error: unknown) => {
      failure = error
    })
  }
  if (failure !== undefined) throw failure
}

/** Ends all that somebody paid for whose account is deleted. What is queued holds Stripe's ids alone. */
export const leaveStripe = async ({ services: { payments }, payload }: JobCall): Promise<void> => {
  if (!payments) throw new Error('Stripe is not set up on this server.')
  const { customerId, sessionIds } = payload as { customerId: string; sessionIds: string }
  for (const id of sessionIds.split(' ').filter(Boolean)) await payments.closeCheckout(id)
  await payments.forgetCustomer(customerId)
}

/** Once a day: events that Stripe sends no more, and pages on which nobody can pay any more. */
export const forgetOldEvents = async ({ db, now }: JobCall): Promise<void> => {
  await query.deleteEventsBefore(db, new Date(now.getTime() - EVENTS_KEPT_MS))
  await deleteCheckoutsBefore(db, new Date(now.getTime() - CHECKOUTS_KEPT_MS))
}
