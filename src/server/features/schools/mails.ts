import { userById } from '#server/features/people/queries.ts'
import { ABOUT_ACCOUNT, dayAndTimeOf, hello, type WriteLetter } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { OUR_TEACHERS_ADDRESS } from '#shared/addresses.ts'
import { schoolAdministeredBy } from './queries.ts'

/** Sent to all administrators of a school, including the new one. */
export const schoolAdministratorAdded: WriteLetter = async ({ db, about, to, person }) => {
  const [schoolId = '', subject = '', at = ''] = about.split(' ')
  const [added, name] = [await userById(db, subject), await schoolAdministeredBy(db, person.id, schoolId)]
  if (!added || name === undefined) return undefined
  const [who, school] = [plainName(added.user.displayName, added.user.email ?? 'Someone'), plainName(name, 'your school')]
  const isSelf = subject === person.id
  return {
    subject: isSelf ? `You’re now an administrator of ${school} on Firstbell` : `${school} has a new administrator on Firstbell`,
    preview: isSelf ? 'You can view the lessons of the school’s teachers.' : `${who} is now an administrator of ${school}.`,
    heading: `${isSelf ? 'You’re' : `${who} is`} now an administrator of ${school}`,
    body: [
      hello(to),
      `${isSelf ? 'You' : who} became an administrator of ${school} on ${dayAndTimeOf(new Date(at), to)}. Administrators can view the lessons of the school’s teachers and choose who else is an administrator.`,
      isSelf ? 'Our Teachers lists everyone in your school.' : 'Didn’t expect this? Open Our Teachers and remove them as an administrator.',
    ],
    button: { label: 'Open Our Teachers', href: `${to.address}${OUR_TEACHERS_ADDRESS}` },
    why: ABOUT_ACCOUNT,
  }
}
