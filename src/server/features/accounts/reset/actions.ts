/**
 * A new password for who has forgotten theirs (docs/decisions/0032).
 *
 * 1. Asking does the same work and says the same for every address: who has it is looked up by a job.
 * 2. The token has 256 random bits, and its hash alone is kept. It is sealed in what is queued, so that each try of the mail
 *    carries the same link; one that was used stays used.
 * 3. It works once, for an hour, and for nobody who signs in with a provider alone: who could read their mail for a minute would
 *    have a way in of their own.
 * 4. A new password ends every session and all other links.
 * 5. An account that has no way in yet gets its first password by such a link, within seven days (docs/decisions/0042). Until
 *    then nobody can sign in to it, so nobody but the reader of the mailbox gets it.
 * 6. A link that was printed at the console shows nothing of who reads the mailbox: the address stays unconfirmed.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { forgetOtherDevices } from '#server/features/accounts/guessing/actions.ts'
import { lockUser, userById } from '#server/features/accounts/queries.ts'
import { deleteSessions } from '#server/features/accounts/sessions/queries.ts'
import type { Trials } from '#server/features/accounts/trials/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { wideNetworkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { waitInWords } from '#server/lib/limits/wait.ts'
import type { Post } from '#server/lib/mail/post.ts'
import * as query from './queries.ts'

const LIFE_MS = 3_600_000
/** Of the first link of an account that has no way in yet. */
const FIRST_LIFE_MS = 7 * 86_400_000
const OWNER = 'password-reset'
const OLD_LINK = 'This link was used, or is too old. Ask for a new one.'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Why a link is sent: its person has forgotten the password, has signed up, or somebody at the console has made the account. */
const Cause = z.enum(['forgotten', 'signed-up', 'added'])
type Cause = z.output<typeof Cause>

const Wish = z.object({ mailId: z.uuid(), email: z.string(), token: z.string(), until: z.number(), cause: Cause.default('forgotten') })
type Wish = z.output<typeof Wish>

/** Says nothing of whether a mail went out: it is said for every address. */
const ENOUGH_LINKS = 'A link for this address has been asked for too often. Use the latest one that came, or ask again in'

type Sending = { keys: KeyRing; post: Post }

const newToken = (): string => randomBytes(32).toString('base64url')
const lifeOf = (cause: Cause): number => (cause === 'forgotten' ? LIFE_MS : FIRST_LIFE_MS)

/** Queues a link for whoever has an address, if anybody has. Returns 0, or, where it is over the limit, the seconds until there is room. */
export const queueLink = (
  db: Db,
  { keys, post }: Sending,
  { email, cause }: { email: string; cause: Cause },
  now: Date,
): Promise<number> => {
  const wish: Wish = { mailId: randomUUID(), email, token: newToken(), until: now.getTime() + lifeOf(cause), cause }
  const sealed = keys.seal('mail', OWNER, JSON.stringify(wish))
  return db.transaction(async (db) => {
    const wait = await post.count(db, { kind: cause === 'forgotten' ? 'password-reset' : 'set-password', email }, now)
    // A district's thousands don't hold up the person who waits in front of the page.
    if (wait === 0) await enqueue(db, 'send-password-link', { wish: sealed }, { isUrgent: cause !== 'added' })
    return wait
  })
}

/** Queues a link for whoever has an address, if anybody has. Throws `too_many`, for every address alike. */
export const askForLink = async (db: Db, by: Sending, email: string, now: Date, cause: Cause = 'forgotten'): Promise<void> => {
  const retryAfter = await queueLink(db, by, { email, cause }, now)
  if (retryAfter > 0) throw new Refused('too_many', `${ENOUGH_LINKS} ${waitInWords(retryAfter)}.`, { retryAfter })
}

/**
 * Makes a link that is printed and not mailed. Returns what follows this installation's address. `added` lives seven days, any
 * other an hour.
 */
export const makeLink = async (db: Db, { userId, cause }: { userId: string; cause: Cause }, now: Date): Promise<string> => {
  const token = newToken()
  await query.insertReset(db, { tokenHash: hashOf(token), userId, isMailed: false, expiresAt: new Date(now.getTime() + lifeOf(cause)) })
  return linkOf(token)
}

/** Returns where a link leads, on this installation. */
export const linkOf = (token: string): string => `/mail#reset=${token}`

/** Returns what was queued; undefined where its key is gone. */
export const wishIn = (keys: KeyRing, payload: unknown): Wish | undefined => {
  const opened = keys.open('mail', OWNER, z.object({ wish: z.string() }).parse(payload).wish)
  return opened === undefined ? undefined : Wish.parse(JSON.parse(opened))
}

/** Makes sure that a link can be used. Throws `not_found`. */
export const requireLink = async (db: Db, token: string, now: Date): Promise<string> => {
  const userId = await query.ownerOfReset(db, hashOf(token), now)
  if (userId === undefined) throw new Refused('not_found', OLD_LINK)
  return userId
}

/** Sets a new password by a link. The first of an account begins its trial. Throws `not_found` for a link that cannot be used any more. */
export const resetPassword = (
  db: Db,
  { token, passwordHash, ip, trials }: { token: string; passwordHash: string; ip: string; trials: Trials },
  now: Date,
): Promise<void> =>
  db.transaction(async (db) => {
    // The person before the link, as where an account is deleted with all that hangs on it.
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
