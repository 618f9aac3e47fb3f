import { userById } from '#server/features/people/queries.ts'
import { ABOUT_ACCOUNT, dayAndTimeOf, hello, type WriteLetter } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'

/** Email to all platform admins, and to the admin who lost the role. */
export const roleChanged: WriteLetter = async ({ db, about, to }) => {
  const [subject = '', change, at = ''] = about.split(' ')
  const found = await userById(db, subject)
  if (!found) return undefined
  const who = plainName(found.user.displayName, found.user.email ?? 'Someone')
  const isMade = change === 'made'
  return {
    subject: isMade ? 'Firstbell has a new admin' : 'A Firstbell admin was removed',
    preview: `${who} ${isMade ? 'is now an admin' : 'is no longer an admin'}.`,
    heading: isMade ? 'New admin' : 'Admin removed',
    body: [
      hello(to),
      `${who} ${isMade ? 'became an admin of this Firstbell' : 'was removed as an admin of this Firstbell'} on ${dayAndTimeOf(new Date(at), to)}.`,
      'Didn’t expect this? Open the Security tab and sign out any session you don’t recognize.',
    ],
    button: { label: 'Check recent events', href: `${to.address}/admin?tab=security` },
    why: ABOUT_ACCOUNT,
  }
}
