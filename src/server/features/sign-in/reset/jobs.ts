import type { JobCall } from '#server/lib/jobs/run.ts'
import type { To } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { hashOf, linkOf, wishIn } from './actions.ts'
import { passwordReset, setPassword, signInOtherwise } from './mails.ts'
import { deleteResetsBefore, insertReset, personAt } from './queries.ts'

/** Emails a link for a new or first password to the user with the requested address. */
export const sendPasswordLink = async ({ db, keys, now, payload, mailQueue, services: { mail, oidc } }: JobCall): Promise<void> => {
  if (!mail) throw new Error('Email isn’t set up on this server.')
  const wish = wishIn(keys, payload)
  if (!wish || wish.until <= now.getTime()) return
  const { mailId: id, email, token, until, cause } = wish
  const person = await personAt(db, email)
  if (!person) return
  const { id: userId, mayReset, hasGoogle, school } = person
  if (mayReset) await insertReset(db, { tokenHash: hashOf(token), userId, expiresAt: new Date(until) })
  const kind = cause === 'forgotten' ? 'password-reset' : 'set-password'
  const letter = (to: To) => {
    const link = `${to.address}${linkOf(token)}`
    if (!mayReset) return signInOtherwise(to, hasGoogle ? 'Google' : (oidc?.name ?? 'your school’s sign-in'))
    if (cause === 'forgotten') return passwordReset(to, { link })
    return setPassword(to, { link, isOwnWish: cause === 'signed-up', school: school === null ? null : plainName(school, 'your school') })
  }
  await mailQueue.send(db, { id, kind, person: { ...person, email }, letter }, now)
}

/** Runs every ten minutes. Deletes expired links. */
export const forgetPasswordLinks = async ({ db, now }: JobCall): Promise<void> => {
  await deleteResetsBefore(db, now)
}
