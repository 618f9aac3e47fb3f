import { hashOf, linkOf, wishIn } from '#server/features/accounts/reset/actions.ts'
import { insertReset, personAt } from '#server/features/accounts/reset/queries.ts'
import { schoolOf } from '#server/features/schools/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { deliver, greeted, plainName } from '../actions.ts'
import { passwordReset, setPassword, signInOtherwise } from '../mails.ts'
import { insertSentMail, setBounced } from '../queries.ts'

/** Sends a link for a new or first password to the user with the requested address. */
export const sendPasswordLink = async ({ db, keys, now, payload, services: { mail, oidc } }: JobCall): Promise<void> => {
  if (!mail) throw new Error('Email isn’t set up on this server.')
  const wish = wishIn(keys, payload)
  if (!wish || wish.until <= now.getTime()) return
  const { mailId: id, email, token, until, cause } = wish
  const person = await personAt(db, email)
  if (!person) return
  const { id: userId, mayReset, bouncedAt } = person
  if (mayReset) await insertReset(db, { tokenHash: hashOf(token), userId, expiresAt: new Date(until) })
  const to = greeted(mail, person)
  const kind = cause === 'forgotten' ? 'password-reset' : 'set-password'
  const link = `${to.address}${linkOf(token)}`
  const school = await schoolOf(db, userId)
  const first = { link, isOwnWish: cause === 'signed-up', school: school ? plainName(school.name, 'your school') : null }
  const sent = cause === 'forgotten' ? passwordReset(to, { link }) : setPassword(to, first)
  const way = person.hasGoogle ? 'Google' : (oidc?.name ?? 'your school’s sign-in')
  const letter = mayReset ? sent : signInOtherwise(to, way)
  // Sent even if mail to this address bounced before: the user requested it and is locked out without it.
  const recipient = { email, who: { userId }, isSilent: false, wantsNews: true }
  const outcome = await deliver({ mail, keys }, { id, kind, letter, to: recipient })
  await db.transaction(async (db) => {
    await insertSentMail(db, { id, userId, kind, about: id, outcome, now })
    if (outcome === 'unknown') await setBounced(db, userId, now)
    else if (outcome === 'sent' && bouncedAt) await setBounced(db, userId, null)
  })
}
