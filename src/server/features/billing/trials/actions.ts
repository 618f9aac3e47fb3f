/**
 * Each user has one trial, even if they delete their account and sign up again.
 *
 * 1. When an account is deleted, we keep a keyed hash of its email address and the start of its trial for twelve months. The address can't
 *    be recovered from the hash.
 * 2. A user who signs up again with a known address continues the earlier trial.
 */

import { canonicalAddress } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import * as query from './queries.ts'

export type Trials = {
  /**
   * Starts the trial, or continues an earlier one. Call it in every sign-up transaction, after storing the email address. For an account
   * that another user created, call it again when the owner first gets a way to sign in.
   */
  begin: (db: Db, person: { userId: string; email: string }, now: Date) => Promise<void>
  /**
   * Records the user's trial. Call it in the transaction that deletes the account, before the deletion. Does nothing for guests, or if the
   * server doesn't have trials.
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
