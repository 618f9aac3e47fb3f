import { HAS_ACCOUNT, hello, type WriteToAddress } from '#server/lib/mail/letter.ts'
import { nameAndAddress, plainName } from '#server/lib/mail/names.ts'
import { PREFERENCES_ADDRESS } from '#shared/addresses.ts'
import { pendingInvitation } from './queries.ts'

export const schoolInvited: WriteToAddress = async ({ db, about, to, person }) => {
  const found = await pendingInvitation(db, about)
  if (!found) return undefined
  const inviter = nameAndAddress(found.inviter, found.inviterEmail)
  const school = plainName(found.school, 'A school')
  return {
    subject: `Join ${school} on Firstbell`,
    preview: 'It’s up to you.',
    heading: `${school} invited you to join`,
    body: [
      hello(to),
      `${inviter} invited you to join ${school} on Firstbell, the lesson planner.`,
      `If you join, the school’s days off and notes show on your calendar, and its administrators can view your lessons and make sub plans from them. You can see each time they do.`,
      ...(person
        ? []
        : [
            'Sign up with this email address, and you’ll find the invitation in Preferences. Not expecting this? You can ignore this email.',
          ]),
    ],
    button: person
      ? { label: 'View invitation', href: `${to.address}${PREFERENCES_ADDRESS}` }
      : { label: 'Sign up', href: `${to.address}/auth?mode=register` },
    why: person ? HAS_ACCOUNT : `You’re getting this email because ${inviter} gave us this address.`,
    email: found.email,
  }
}
