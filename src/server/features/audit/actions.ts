/**
 * Logs users' actions on their own accounts. These entries are rate limited, because anyone can trigger them as often as they like.
 *
 * 1. At most 20 entries of each kind are logged per account per hour. Attempts on unknown addresses get one entry per network per hour. At
 *    most 1,000 failed attempts per hour are logged in total, but all of them are counted.
 * 2. While the database is read-only, nothing is logged. Signing in and exporting still work.
 */
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { wideNetworkOf } from '#server/lib/http/network.ts'
import { countFailure, recordSome } from './queries.ts'
import type { OwnAct } from './tables.ts'

type Done = {
  act: OwnAct
  /** Null if the account doesn't exist. */
  userId: string | null
  /** IP address of the caller. */
  ip: string
  at: Date
}

/** Logs a user's action on their own account, or an attempt at one. */
export const recordOwn = async (db: Db, { act, userId, ip, at }: Done): Promise<void> => {
  // A failed sign-in could come from anyone, so it has no actor.
  const isTry = act === 'session.failed' || act === 'session.locked'
  const row = { at, act, actorId: isTry ? null : userId, subjectId: userId, network: wideNetworkOf(ip) }
  try {
    if (isTry) await countFailure(db, act === 'session.locked' ? 'locked' : 'wrong', at)
    await recordSome(db, row, { isTry })
  } catch (error) {
    if (!cannotWrite(error)) throw error
  }
}
