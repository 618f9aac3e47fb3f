/**
 * How somebody who is signed in proves that it is they, and not somebody with their session (docs/decisions/0037).
 *
 * 1. A proof opens what needs one (`needsProof`) to their session for five minutes: the password, or a round to Google that comes
 *    back as the same person (google/actions.ts). Signing in by either is a proof, too. A guest's session is proof by itself.
 * 2. A password is counted before it is looked at, and given back when it was right: of one account twenty in a quarter of an hour,
 *    wherever they are typed. Each wrong one is written down.
 * 3. A session ends at the fifteenth wrong password since a right one. The account's other sessions, and its sign-in, go on.
 */
import type { Guard } from '#server/features/accounts/guessing/actions.ts'
import { passwordHashOf } from '#server/features/accounts/queries.ts'
import type { Sessions } from '#server/features/accounts/sessions/actions.ts'
import { recordOwn } from '#server/features/audit/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'

const WRONG_PASSWORDS = 15

export type Means = { passwords: Passwords; sessions: Sessions; guard: Guard }
/** `ip`: where the call came from. */
type Typed = { actor: Actor; password: string; ip: string; now: Date }

/**
 * Returns the hash of the password that somebody has typed, and opens to their session what needs a proof. Throws `wrong_password`,
 * `too_many`, `sign_up_needed` for a guest, and `not_signed_in` where that was one wrong password too many.
 */
export const proveByPassword = async (
  { passwords, sessions, guard }: Means,
  db: Db,
  { actor: { userId, sessionId, isGuest }, password, ip, now }: Typed,
): Promise<string> => {
  if (isGuest) throw new Refused('sign_up_needed')
  const note = (act: 'session.failed' | 'session.locked') => recordOwn(db, { act, userId, ip, at: now })
  const attempt = await guard.proving(db, { userId, now }).catch(async (error: unknown) => {
    if (error instanceof Refused && error.code === 'too_many') await note('session.locked')
    throw error
  })
  const count = await sessions.countPassword(sessionId)
  if (count === undefined) throw new Refused('not_signed_in')
  if (count <= WRONG_PASSWORDS) {
    const passwordHash = await passwordHashOf(db, userId)
    if ((await passwords.matches(passwordHash, password, userId)) && passwordHash) {
      await attempt.wasRight()
      if (!(await sessions.confirm(sessionId, now))) throw new Refused('not_signed_in')
      return passwordHash
    }
    await note('session.failed')
    if (count < WRONG_PASSWORDS) throw new Refused('wrong_password')
  }
  await sessions.end(sessionId)
  await note('session.locked')
  throw new Refused('not_signed_in', 'That was one wrong password too many. Please sign in again.')
}
