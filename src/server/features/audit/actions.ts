/**
 * What people do about their own accounts, written down where anybody can make it happen as often as they like.
 *
 * 1. Of one account 20 acts of a kind are written in an hour. Tries at addresses that nobody has are one row for a network
 *    and hour. Of failed tries 1,000 are written in an hour, whoever makes them; all of them are counted.
 * 2. While the database takes no writes nothing is written down, and signing in and exporting go on.
 */
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { wideNetworkOf } from '#server/lib/http/network.ts'
import { countFailure, recordSome } from './queries.ts'
import type { OwnAct } from './tables.ts'

type Done = {
  act: OwnAct
  /** Null where there is no such account. */
  userId: string | null
  /** Where the call came from. */
  ip: string
  at: Date
}

/** Writes down what somebody did, or tried, about an account. */
export const recordOwn = async (db: Db, { act, userId, ip, at }: Done): Promise<void> => {
  // Who fails to sign in may be anybody.
  const isTry = act === 'session.failed' || act === 'session.locked'
  const row = { at, act, actorId: isTry ? null : userId, subjectId: userId, network: wideNetworkOf(ip) }
  try {
    if (isTry) await countFailure(db, act === 'session.locked' ? 'locked' : 'wrong', at)
    await recordSome(db, row, { isTry })
  } catch (error) {
    if (!cannotWrite(error)) throw error
  }
}
