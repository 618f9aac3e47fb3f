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

export type Trials = {
  /**
   * Begins the trial of a person who signs up, or goes on with the one that they had; in the transaction of every sign-up,
   * after their address is written. An account that somebody made for them begins it again with their first way in.
   */
  begin: (db: Db, person: { userId: string; email: string }, now: Date) => Promise<void>
  /**
   * Keeps that a person has had a trial; in the transaction in which their account is deleted, before it is. Of a guest
   * nothing is kept, and nothing where nobody has a trial.
   */
  keep: (db: Db, userId: string, now: Date) => Promise<void>
}

export const makeTrials = (keys: KeyRing, { isFree }: { isFree: boolean }): Trials => {
  const fingerprintsOf = (email: string) => keys.fingerprints('past-trials', canonicalAddress(email))
  return {
    begin: async (db, { userId, email }, now) => {
      const past = await query.pastTrialStart(db, fingerprintsOf(email))
      await query.setTrialStart(db, userId, past ?? now)
    },
    keep: async (db, userId, now) => {
      if (isFree) return
      const { email, freeTrialStarted } = (await query.trialOf(db, userId)) ?? {}
      if (!email || !freeTrialStarted) return
      const [fingerprint] = fingerprintsOf(email)
      await query.insertPastTrial(db, { fingerprint, freeTrialStarted, deletedAt: now })
    },
  }
}
