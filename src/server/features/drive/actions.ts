import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Google, ProviderFailed } from '#server/lib/integrations/provider.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { DRIVE_AWAY, NO_DRIVE_TOKEN } from '#shared/drive/rules.ts'
import * as query from './queries.ts'

const PURPOSE = 'drive-tokens'

/** Encrypts and stores a user's Google Drive refresh token. */
export const keepDrive = (db: Db, keys: KeyRing, userId: string, refreshToken: string, now: Date): Promise<void> =>
  query.putGrant(db, { userId, refreshToken: keys.seal(PURPOSE, userId, refreshToken), grantedAt: now })

/** Decrypts a refresh token. Returns undefined if none of our keys can decrypt it. */
export const openGrant = (keys: KeyRing, { userId, sealed }: { userId: string; sealed: string }): string | undefined =>
  keys.open(PURPOSE, userId, sealed)

/**
 * Returns an access token that is valid for a few minutes. Throws `not_found` if the user hasn't connected Google Drive or has revoked
 * access in their Google account, and `unavailable` if Google can't be reached. If we can't decrypt the refresh token, we keep it, because
 * another server may have its key.
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

/** Same as `leaveDrive`, for use inside an existing transaction. */
export const queueClosing = async (db: Db, userId: string): Promise<void> => {
  const sealed = await query.takeGrant(db, userId)
  if (sealed !== undefined) await enqueue(db, 'close-drive', { userId, sealed })
}

/**
 * Deletes a user's refresh token and queues a job that revokes it with Google. Also called in the transaction that deletes an account or
 * unlinks Google.
 */
export const leaveDrive = (db: Db, userId: string): Promise<void> => db.transaction((db) => queueClosing(db, userId))

/** Returns true if our keys can decrypt at least one of the newest refresh tokens, or if there are no tokens. */
export const opensGrants = async (db: Db, keys: KeyRing | undefined): Promise<boolean> => {
  const grants = await query.newestGrants(db)
  return grants.length === 0 || grants.some((grant) => keys && openGrant(keys, grant) !== undefined)
}
