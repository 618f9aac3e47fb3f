import type { JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { applyCredits, giveCredit } from './actions.ts'
import { expireCredits, peopleToCredit } from './queries.ts'

/** How far in advance Stripe announces a renewal. */
const AHEAD_MS = 7 * DAY_MS

/** Nightly: expires unused credits and applies the credits of users whose plan renews soon. */
export const useCredits = async ({ db, now, signal, services: { payments } }: JobCall): Promise<void> => {
  await expireCredits(db, now)
  if (!payments) return
  const until = new Date(now.getTime() + AHEAD_MS)
  for (const userId of await peopleToCredit(db, { from: now, to: until })) {
    signal.throwIfAborted()
    await applyCredits(db, userId, { now, until })
  }
}

/** Adds one credit in Stripe. */
export const giveQueuedCredit = async ({ db, now, services: { payments }, payload }: JobCall): Promise<void> => {
  if (!payments) throw new Error('Stripe is not set up on this server.')
  await giveCredit(db, payments, (payload as { creditId: string }).creditId, now)
}
