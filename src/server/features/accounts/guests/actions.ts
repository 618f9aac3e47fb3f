/**
 * People who try Firstbell without an e-mail address (docs/decisions/0020).
 *
 * 1. A guest is a person without an e-mail address. All that they plan is kept as anybody's is, under their own id.
 * 2. Signing up gives the same person an address and a password: nothing is moved, so nothing can be left behind.
 * 3. After three days a guest is deleted. Who signs up at that moment either is no guest any more or is told that they
 *    are gone: both statements ask for a guest in their WHERE.
 */
import { beginAccount } from '#server/features/accounts/actions.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/actions.ts'
import { deleteSessions } from '#server/features/accounts/sessions/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { guestEnd } from '#shared/accounts/rules.ts'
import { type OwnAccount, signUpGuest } from './queries.ts'

type NewGuest = { timezone: string; userAgent: string | undefined; now: Date }
/** Puts into a new planner what its guest finds there. */
export type FillWeek = (db: Db, somebody: { userId: string; timezone: string; now: Date }) => Promise<void>

/** Makes a guest, and what they find in their planner, all at once; returns who they are and the token that they are known by. */
export const openGuest = (db: Db, { timezone, userAgent, now }: NewGuest, fillWeek: FillWeek): Promise<{ userId: string; token: string }> =>
  db.transaction(async (db) => {
    const userId = await insertUser(db, { timezone, preferences: {}, createdAt: now })
    await fillWeek(db, { userId, timezone, now })
    const token = await startSession(db, { userId, passwordHash: null, userAgent, now, expiresAt: new Date(guestEnd(now.getTime())) })
    if (token === undefined) throw new Error('A new guest could not be signed in')
    return { userId, token }
  })

/** What an e-mail address that has an account already is refused with; throws any other error on. */
export const refuseTaken = (error: unknown): never => {
  if (uniqueViolationOf(error) === 'users_email_unique') throw new Refused('taken', 'There is already an account with this e-mail address.')
  throw error
}

/**
 * Makes a guest's account their own, as {@link beginAccount} does for a new one, and ends every session of the guest; in the
 * caller's transaction. Throws `not_signed_in` if the guest is gone, and the database's error if the address is taken.
 */
export const ownGuest = async (
  db: Db,
  hooks: Parameters<typeof beginAccount>[2],
  { userId, ref, now, ...account }: OwnAccount & { userId: string; ref?: string | null | undefined; now: Date },
): Promise<void> => {
  if (!(await signUpGuest(db, userId, account))) throw new Refused('not_signed_in')
  const hasWayIn = account.passwordHash !== undefined || account.googleId !== undefined
  await beginAccount(db, { userId, email: account.email, ref, hasWayIn }, hooks, now)
  await deleteSessions(db, userId)
}
