import { leaveBilling } from '#server/features/billing/actions.ts'
import { refer } from '#server/features/billing/referral/actions.ts'
import type { Trials } from '#server/features/billing/trials/actions.ts'
import { leaveDrive } from '#server/features/drive/actions.ts'
import { requireOtherAdministrator } from '#server/features/people/actions.ts'
import { lockCalendarOf, lockUser } from '#server/features/people/queries.ts'
import { requireOtherSchoolAdministrator } from '#server/features/schools/actions.ts'
import { isInvited } from '#server/features/schools/invitations/queries.ts'
import { forgetAttempts } from '#server/features/sign-in/guessing/actions.ts'
import { askForLink } from '#server/features/sign-in/reset/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { isAtDomain, type SignUp, signUpRule } from '#shared/accounts/rules.ts'
import { deletePendingSignInsOf } from './providers/queries.ts'
import * as query from './queries.ts'

export type SignUpDeps = { signUp: SignUp; keys: KeyRing; trials: Trials; mailQueue: MailQueue }

/** Throws `sign_up_closed` if this email address isn't allowed to sign up. A null address means a guest. */
export const requireOpenSignUp = async (db: Db, { signUp }: Pick<SignUpDeps, 'signUp'>, email: string | null): Promise<void> => {
  if (signUp.mode === 'open') return
  const isLetIn = email !== null && (signUp.mode === 'domains' ? isAtDomain(email, signUp.domains) : await isInvited(db, email))
  if (!isLetIn) throw new Refused('sign_up_closed', signUpRule(signUp) ?? undefined)
}

/**
 * Returns true if new users set their password through an emailed link. Restricted sign-up relies on the email address, so users must prove
 * that they own it. That only works if the server sends mail.
 */
export const isByLink = ({ signUp, mailQueue }: Pick<SignUpDeps, 'signUp' | 'mailQueue'>): boolean =>
  signUp.mode !== 'open' && mailQueue.isOpen

type Beginning = { userId: string; email: string; ref: string | null | undefined; hasWayIn: boolean }

/**
 * Completes every kind of sign-up, in the transaction that creates the account. Checks that the address may sign up, starts the trial, and
 * records the referrer, if any. Queues the welcome email, or the set-password link if the account has no sign-in method yet. Throws
 * `sign_up_closed`.
 */
export const beginAccount = async (
  db: Db,
  { userId, email, ref, hasWayIn }: Beginning,
  { signUp, keys, trials, mailQueue }: SignUpDeps,
  now: Date,
): Promise<void> => {
  await requireOpenSignUp(db, { signUp }, email)
  await trials.begin(db, { userId, email }, now)
  if (ref) await refer(db, { friendId: userId, code: ref }, now)
  if (hasWayIn) await mailQueue.queue(db, { userId, kind: 'welcome' }, now)
  else await askForLink(db, { keys, mailQueue }, email, now, 'signed-up')
}

export type DeletionDeps = Pick<SignUpDeps, 'keys' | 'trials'>

/**
 * `precondition`: the condition that must still hold when the account is deleted (see queries.ts). Null if a platform admin deletes the
 * account.
 */
type Leaving = { userId: string; precondition: query.Precondition; now: Date; keepsTrial: boolean }

/**
 * Deletes an account and all its data. Throws `last_administrator`, or `refused_by_rule` for the last administrator of a school with other
 * teachers. If the condition no longer holds, throws `not_signed_in` (the session ended), `wrong_password` (the password changed) or
 * `not_found`.
 */
export const deleteAccount = (db: Db, { userId, precondition, now, keepsTrial }: Leaving, { keys, trials }: DeletionDeps): Promise<void> =>
  db.transaction(async (db) => {
    // Lock order: pending sign-ins, calendar, user. A provider sign-in locks its row before the account, and every change locks the
    // calendar before its owner. Any other order could deadlock.
    await deletePendingSignInsOf(db, userId)
    await lockCalendarOf(db, userId)
    // Prevents the user from connecting Google Drive during the deletion.
    await lockUser(db, userId)
    await requireOtherAdministrator(db, userId)
    await requireOtherSchoolAdministrator(db, userId)
    await leaveBilling(db, keys, userId, now)
    await leaveDrive(db, userId)
    if (keepsTrial) await trials.keep(db, userId, now)
    const gone = await query.deleteUser(db, userId, precondition)
    if (!gone) throw new Refused(precondition === null ? 'not_found' : 'sessionId' in precondition ? 'not_signed_in' : 'wrong_password')
    await forgetAttempts(db, { userId, ...gone })
    await enqueue(db, 'note-deletion', { userId })
  })
