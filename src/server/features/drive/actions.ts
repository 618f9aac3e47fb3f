import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { type Google, ProviderFailed } from '#server/lib/outside/provider.ts'
import { DRIVE_AWAY, NO_DRIVE_TOKEN } from '#shared/drive/rules.ts'
import * as query from './queries.ts'

const PURPOSE = 'drive-tokens'

/** Keeps what opens a person's Drive, sealed for them. */
export const keepDrive = (db: Db, keys: KeyRing, userId: string, refreshToken: string, now: Date): Promise<void> =>
  query.putGrant(db, { userId, refreshToken: keys.seal(PURPOSE, userId, refreshToken), grantedAt: now })

/** Returns what was sealed; undefined where no key of the ring opens it. */
export const openGrant = (keys: KeyRing, { userId, sealed }: { userId: string; sealed: string }): string | undefined =>
  keys.open(PURPOSE, userId, sealed)

/**
 * Returns a token that lives for minutes. Throws `not_found` where the person has not opened their Drive or has closed it at
 * Google, and `unavailable` while Google is away. What no key of this server opens is left to the server that has its key.
 */
export const driveTokenOf = async (db: Db, { keys, google }: { keys: KeyRing; google: Google }, userId: string): Promise<string> => {
  const sealed = await query.grantOf(db, userId)
  if (sealed === undefined) throw new Refused('not_found', NO_DRIVE_TOKEN)
  const refreshToken = openGrant(keys, { userId, sealed })
  if (refreshToken === undefined) throw new Refused('not_found', NO_DRIVE_TOKEN)
  const accessToken = await google.driveToken(refreshToken).catch((error: unknown) => {
    if (error instanceof ProviderFailed) throw new Refused('unavailable', DRIVE_AWAY, { retryAfter: 10 })
    throw error
  })
  if (accessToken !== undefined) return accessToken
  await query.deleteGrant(db, userId, sealed)
  throw new Refused('not_found', NO_DRIVE_TOKEN)
}

/** What `leaveDrive` does, in a transaction that has no transactions in it. */
export const queueClosing = async (db: Db, userId: string): Promise<void> => {
  const sealed = await query.takeGrant(db, userId)
  if (sealed !== undefined) await enqueue(db, 'close-drive', { userId, sealed })
}

/**
 * Forgets what opens a person's Drive, and queues that Google forgets it too: also for who is deleted, or unlinks Google, in the
 * transaction of that.
 */
export const leaveDrive = (db: Db, userId: string): Promise<void> => db.transaction((db) => queueClosing(db, userId))

/** Whether keys open any of what opens people's Drives lately, or nobody's is open. */
export const opensGrants = async (db: Db, keys: KeyRing | undefined): Promise<boolean> => {
  const grants = await query.newestGrants(db)
  return grants.length === 0 || grants.some((grant) => keys && openGrant(keys, grant) !== undefined)
}
