import type { JobCall } from '#server/lib/jobs/run.ts'
import { applyCredits } from './actions.ts'
import { creditToGive, expireCredits, noteGiven, peopleToCredit } from './queries.ts'

const DAY_MS = 86_400_000
/** Stripe makes an invoice out an hour after a period has ended; the days before are for when it, or we, are away. */
const AHEAD_MS = 3 * DAY_MS

/** Every night: credits that nobody used in time end, and those of whoever pays soon are taken off what they pay. */
export const useCredits = async ({ db, now, signal, services: { payments } }: JobCall): Promise<void> => {
  await expireCredits(db, now)
  if (!payments) return
  const until = new Date(now.getTime() + AHEAD_MS)
  for (const userId of await peopleToCredit(db, { from: now, to: until })) {
    signal.throwIfAborted()
    await applyCredits(db, userId, { now, until })
  }
}

/** Takes one credit off at Stripe, which does it once however often it is asked. */
export const giveCredit = async ({ db, now, services: { payments }, payload }: JobCall): Promise<void> => {
  const credit = await creditToGive(db, (payload as { creditId: string }).creditId)
  // Given before, or its person has gone.
  if (!credit) return
  if (!payments) throw new Error('Stripe is not set up on this server.')
  await payments.addCredit(credit.customerId, credit)
  await noteGiven(db, credit.id, now)
}
