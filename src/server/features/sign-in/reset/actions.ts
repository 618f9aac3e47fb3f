/**
 * Password reset through an emailed link (docs/decisions/0032).
 *
 * 1. A request does the same work and returns the same response for every address. A job looks up the account later.
 * 2. The token is 256 random bits, and only its hash is stored. The queued job contains the encrypted token, so retries send the same link,
 *    and a used link stays used.
 * 3. A link works once, within an hour. It never works for users who only sign in with a provider. Otherwise, a minute's access to their
 *    mailbox would be enough to take over the account.
 * 4. A new password ends every session and invalidates all other links.
 * 5. An account without a sign-in method gets its first password through such a link, within seven days (docs/decisions/0042). Until then,
 *    nobody can sign in to the account, so only the mailbox owner can claim it.
 * 6. A link printed at the console doesn't prove mailbox ownership, so the address stays unconfirmed.
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { record } from '#server/features/audit/queries.ts'
import type { Trials } from '#server/features/billing/trials/actions.ts'
import { lockUser, userById } from '#server/features/people/queries.ts'
import { forgetOtherDevices } from '#server/features/sign-in/guessing/actions.ts'
import { deleteSessions } from '#server/features/sign-in/sessions/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { wideNetworkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { waitInWords } from '#server/lib/limits/wait.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import * as query from './queries.ts'

const LIFE_MS = RETENTION.passwordLinkHours * 3_600_000
/** Lifetime of an account's first password link, while nobody can sign in to the account yet. */
const FIRST_LIFE_MS = RETENTION.firstPasswordLinkDays * DAY_MS
/** The owner of queued link requests, which belong to no row. */
export const OWNER = 'password-reset'
const OLD_LINK = 'This link has expired or was already used. Get a new one.'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Why the link is sent: the user forgot the password, the user signed up, or an operator created the account at the console. */
const Cause = z.enum(['forgotten', 'signed-up', 'added'])
type Cause = z.output<typeof Cause>

const LinkRequest = z.object({
  mailId: z.uuid(),
  email: z.string(),
  token: z.string(),
  until: z.number(),
  cause: Cause.default('forgotten'),
})
type LinkRequest = z.output<typeof LinkRequest>

/** Shown for every email address, so it must not reveal whether an email was sent. */
const ENOUGH_LINKS = 'Too many links were requested for this email. Use the latest one you received, or try again in'

type Sending = { keys: KeyRing; mailQueue: MailQueue }

const newToken = (): string => randomBytes(32).toString('base64url')
const lifeOf = (cause: Cause): number => (cause === 'forgotten' ? LIFE_MS : FIRST_LIFE_MS)

/** Queues a reset link for the account with this address, if it exists. Returns 0, or the seconds until another link is allowed. */
export const queueLink = (
  db: Db,
  { keys, mailQueue }: Sending,
  { email, cause }: { email: string; cause: Cause },
  now: Date,
): Promise<number> => {
  const wish: LinkRequest = { mailId: randomUUID(), email, token: newToken(), until: now.getTime() + lifeOf(cause), cause }
  const sealed = keys.seal('mail', OWNER, JSON.stringify(wish))
  return db.transaction(async (db) => {
    const wait = await mailQueue.count(db, { kind: cause === 'forgotten' ? 'password-reset' : 'set-password', email }, now)
    // Links for thousands of imported accounts must not delay a link that a user is waiting for.
    if (wait === 0) await enqueue(db, 'send-password-link', { wish: sealed }, { isUrgent: cause !== 'added' })
    return wait
  })
}

/**
 * Queues a reset link for the account with this address, if it exists. Over the limit, throws `too_many` whether or not the account exists.
 */
export const askForLink = async (db: Db, by: Sending, email: string, now: Date, cause: Cause = 'forgotten'): Promise<void> => {
  const retryAfter = await queueLink(db, by, { email, cause }, now)
  if (retryAfter > 0) throw new Refused('too_many', `${ENOUGH_LINKS} ${waitInWords(retryAfter)}.`, { retryAfter })
}

/**
 * Creates a link to be printed rather than emailed. Returns the link's path on this server. A link for a forgotten password is valid for an
 * hour. All other links are valid for seven days.
 */
export const makeLink = async (db: Db, { userId, cause }: { userId: string; cause: Cause }, now: Date): Promise<string> => {
  const token = newToken()
  await query.insertReset(db, { tokenHash: hashOf(token), userId, isMailed: false, expiresAt: new Date(now.getTime() + lifeOf(cause)) })
  return linkOf(token)
}

/** Returns the link's path on this server. */
export const linkOf = (token: string): string => `/mail#reset=${token}`

/** Decrypts a queued link request. Returns undefined if its encryption key is no longer available. */
export const wishIn = (keys: KeyRing, payload: unknown): LinkRequest | undefined => {
  const opened = keys.open('mail', OWNER, z.object({ wish: z.string() }).parse(payload).wish)
  return opened === undefined ? undefined : LinkRequest.parse(JSON.parse(opened))
}

/** Returns the ID of the link's owner. Throws `not_found` if the link is unknown, used or expired. */
export const requireLink = async (db: Db, token: string, now: Date): Promise<string> => {
  const userId = await query.ownerOfReset(db, hashOf(token), now)
  if (userId === undefined) throw new Refused('not_found', OLD_LINK)
  return userId
}

/** Sets a new password using a link. An account's first password starts its trial. Throws `not_found` if the link is no longer valid. */
export const resetPassword = (
  db: Db,
  { token, passwordHash, ip, trials }: { token: string; passwordHash: string; ip: string; trials: Trials },
  now: Date,
): Promise<void> =>
  db.transaction(async (db) => {
    // Lock the user before the link, in the same order as account deletion, which cascades from the user.
    const userId = await requireLink(db, token, now)
    await lockUser(db, userId)
    const before = await userById(db, userId)
    const link = await query.takeReset(db, hashOf(token), now)
    const isSet = link && (await query.setPassword(db, userId, { passwordHash, ...link }, now))
    if (!isSet) throw new Refused('not_found', OLD_LINK)
    const { email = null, passwordHash: old } = before?.user ?? {}
    if (old === null && email !== null) await trials.begin(db, { userId, email }, now)
    await query.endResets(db, userId, now)
    await deleteSessions(db, userId)
    await forgetOtherDevices(db, userId, undefined)
    await record(db, { at: now, actorId: userId, act: 'account.reset', subjectId: userId, network: wideNetworkOf(ip) })
  })
