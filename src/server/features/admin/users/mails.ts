import { userById } from '#server/features/people/queries.ts'
import { ABOUT_ACCOUNT, dayAndTimeOf, hello, planner, type To, type WriteLetter } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'

/** Tells an admin what to do about a change they didn't expect. */
const check = ({ address }: To) => ({
  advice: 'Didn’t expect this? Check the recent events, and sign out any session you don’t recognize.',
  button: { label: 'Check recent events', href: `${address}/admin?tab=security` },
})

/** Email to all platform admins, and to the admin who lost the role. */
export const roleChanged: WriteLetter = async ({ db, about, to, person }) => {
  const [subject = '', made, at = ''] = about.split(' ')
  const found = await userById(db, subject)
  if (!found) return undefined
  const [isMade, isSelf] = [made === 'made', subject === person.id]
  const who = isSelf ? 'You' : plainName(found.user.displayName, found.user.email ?? 'Someone')
  const is = `${isSelf ? 'You’re' : `${who} is`} ${isMade ? 'now' : 'no longer'} a Firstbell admin`
  const change = isMade ? 'became' : isSelf ? 'were removed as' : 'was removed as'
  const { advice, button } =
    isSelf && !isMade ? { advice: 'Your planner stays as it is. Didn’t expect this? Ask another admin.', button: planner(to) } : check(to)
  return {
    subject: isSelf ? is : isMade ? 'Firstbell has a new admin' : 'A Firstbell admin was removed',
    preview: `${is}.`,
    heading: is,
    body: [hello(to), `${who} ${change} an admin of Firstbell on ${dayAndTimeOf(new Date(at), to)}.`, advice],
    button,
    why: ABOUT_ACCOUNT,
  }
}
