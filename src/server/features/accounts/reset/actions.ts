/**
 * A new password for who has forgotten theirs (docs/decisions/0032).
 *
 * 1. Asking does the same work and says the same for every address: who has it is looked up by a job.
 * 2. The token has 256 random bits, and its hash alone is kept. It is sealed in what is queued, so that each try of the mail
 *    carries the same link; one that was used stays used.
 * 3. It works once, for an hour, and for nobody who signs in with Google alone: who could read their mail for a minute would
 *    have a way in of their own.
 * 4. A new password ends every session and all other links.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { forgetOtherDevices } from '#server/features/accounts/guessing/actions.ts'
import { lockUser } from '#server/features/accounts/queries.ts'
import { deleteSessions } from '#server/features/accounts/sessions/queries.ts'
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
const OWNER = 'password-reset'
const OLD_LINK = 'This link was used, or is too old. Ask for a new one.'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const Wish = z.object({ mailId: z.uuid(), email: z.string(), token: z.string(), until: z.number() })
type Wish = z.output<typeof Wish>

/** Says nothing of whether a mail went out: it is said for every address. */
const ENOUGH_LINKS = 'A link for this address has been asked for too often. Use the latest one that came, or ask again in'

/** Queues a link for whoever has an address, if anybody has. Throws `too_many`, for every address alike. */
export const askForLink = async (db: Db, { keys, post }: { keys: KeyRing; post: Post }, email: string, now: Date): Promise<void> => {
  const wish: Wish = { mailId: randomUUID(), email, token: randomBytes(32).toString('base64url'), until: now.getTime() + LIFE_MS }
  const sealed = keys.seal('mail', OWNER, JSON.stringify(wish))
  const retryAfter = await db.transaction(async (db) => {
    const wait = await post.count(db, { kind: 'password-reset', email }, now)
    if (wait === 0) await enqueue(db, 'send-password-link', { wish: sealed }, { isUrgent: true })
    return wait
  })
  if (retryAfter > 0) throw new Refused('too_many', `${ENOUGH_LINKS} ${waitInWords(retryAfter)}.`, { retryAfter })
}

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

/** Sets a new password by a link. Throws `not_found` for one that cannot be used any more. */
export const resetPassword = (
  db: Db,
  { token, passwordHash, ip }: { token: string; passwordHash: string; ip: string },
  now: Date,
): Promise<void> =>
  db.transaction(async (db) => {
    // The person before the link, as where an account is deleted with all that hangs on it.
    const userId = await requireLink(db, token, now)
    await lockUser(db, userId)
    const isSet = (await query.takeReset(db, hashOf(token), now)) && (await query.setPassword(db, userId, passwordHash, now))
    if (!isSet) throw new Refused('not_found', OLD_LINK)
    await query.endResets(db, userId, now)
    await deleteSessions(db, userId)
    await forgetOtherDevices(db, userId, undefined)
    await record(db, { at: now, actorId: userId, act: 'account.reset', subjectId: userId, network: wideNetworkOf(ip) })
  })
