/**
 * Re-authentication: a signed-in user proves that nobody else is using their session (docs/decisions/0037).
 *
 * 1. A proof unlocks calls with `needsProof` in this session for five minutes. It is either the password or a provider round trip that
 *    returns the same user (providers/actions.ts). Signing in counts as a proof. Guests never need one.
 * 2. An attempt is counted before the password is checked and refunded if the password is correct. Each account gets at most twenty
 *    attempts per 15 minutes across all of its sessions. Each wrong password is logged.
 * 3. The session ends after fifteen consecutive wrong passwords. The account's other sessions aren't affected, and neither is sign-in.
 */

import { recordOwn } from '#server/features/audit/actions.ts'
import type { SignInThrottle } from '#server/features/sign-in/guessing/actions.ts'
import { passwordHashOf } from '#server/features/sign-in/queries.ts'
import type { Sessions } from '#server/features/sign-in/sessions/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'

const WRONG_PASSWORDS = 15

export type ProofDeps = { passwords: Passwords; sessions: Sessions; throttle: SignInThrottle }
type Typed = { actor: Actor; password: string; ip: string; now: Date }

/**
 * Checks the typed password, marks the session as proven, and returns the password's hash. Throws `wrong_password`, `too_many`,
 * `sign_up_needed` for a guest, or `not_signed_in` if this was the last allowed attempt.
 */
export const proveByPassword = async (
  { passwords, sessions, throttle }: ProofDeps,
  db: Db,
  { actor: { userId, sessionId, isGuest }, password, ip, now }: Typed,
): Promise<string> => {
  if (isGuest) throw new Refused('sign_up_needed')
  const note = (act: 'session.failed' | 'session.locked') => recordOwn(db, { act, userId, ip, at: now })
  const attempt = await throttle.proving(db, { userId, now }).catch(async (error: unknown) => {
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
  throw new Refused('not_signed_in', 'Too many incorrect passwords. Please sign in again.')
}
