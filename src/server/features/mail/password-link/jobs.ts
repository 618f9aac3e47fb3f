import { hashOf, wishIn } from '#server/features/accounts/reset/actions.ts'
import { insertReset, personAt } from '#server/features/accounts/reset/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { deliver, greeted } from '../actions.ts'
import { passwordReset, signInWithGoogle } from '../mails.ts'
import { insertSentMail, setBounced } from '../queries.ts'

/** Sends a link for a new password to whoever has the address that was asked for. */
export const sendPasswordLink = async ({ db, keys, now, payload, services: { mail } }: JobCall): Promise<void> => {
  if (!mail) throw new Error('Mail is not set up on this server.')
  const wish = wishIn(keys, payload)
  if (!wish || wish.until <= now.getTime()) return
  const { mailId: id, email, token, until } = wish
  const person = await personAt(db, email)
  if (!person) return
  const { id: userId, hasPassword, bouncedAt } = person
  if (hasPassword) await insertReset(db, { tokenHash: hashOf(token), userId, expiresAt: new Date(until) })
  const to = greeted(mail, person)
  const letter = hasPassword ? passwordReset(to, { link: `${to.address}/mail#reset=${token}` }) : signInWithGoogle(to)
  // Also where mail to them came back once: they ask for it, and without it they are locked out.
  const recipient = { email, who: { userId }, isSilent: false, wantsNews: true }
  const outcome = await deliver({ mail, keys }, { id, kind: 'password-reset', letter, to: recipient })
  await db.transaction(async (db) => {
    await insertSentMail(db, { id, userId, kind: 'password-reset', about: id, outcome, now })
    if (outcome === 'unknown') await setBounced(db, userId, now)
    else if (outcome === 'sent' && bouncedAt) await setBounced(db, userId, null)
  })
}
