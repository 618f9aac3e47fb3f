/**
 * A person has one trial, also when they delete their account and sign up again.
 *
 * 1. What is kept of them is a keyed hash of their address, with when their trial began: for twelve months, and nobody can
 *    be found by it who is not asked for.
 * 2. Whoever signs up with an address that is known again goes on with that trial.
 */
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { canonicalAddress } from './policy.ts'
import * as query from './queries.ts'

const fingerprintsOf = (keys: KeyRing, email: string) => keys.fingerprints('past-trials', canonicalAddress(email))

/**
 * Begins the trial of a person who signs up, or goes on with the one that they had; in the transaction of every sign-up,
 * after their address is written.
 */
export const beginTrial = async (db: Db, keys: KeyRing, { userId, email }: { userId: string; email: string }, now: Date): Promise<void> => {
  const past = await query.pastTrialStart(db, fingerprintsOf(keys, email))
  await query.setTrialStart(db, userId, past ?? now)
}

/** Keeps that a person has had a trial; in the transaction in which their account is deleted, before it is. Of a guest nothing is kept. */
export const keepTrial = async (db: Db, keys: KeyRing, userId: string, now: Date): Promise<void> => {
  const { email, freeTrialStarted } = (await query.trialOf(db, userId)) ?? {}
  if (!email || !freeTrialStarted) return
  const [fingerprint] = fingerprintsOf(keys, email)
  await query.insertPastTrial(db, { fingerprint, freeTrialStarted, deletedAt: now })
}
