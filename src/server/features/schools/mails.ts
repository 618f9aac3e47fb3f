import { userById } from '#server/features/people/queries.ts'
import { ABOUT_ACCOUNT, dayAndTimeOf, hello, planner, type WriteLetter } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { schoolAdministeredBy } from './queries.ts'

/** Sent to all administrators of a school, including the new one. */
export const schoolAdministratorAdded: WriteLetter = async ({ db, about, to, person }) => {
  const [schoolId = '', subject = '', at = ''] = about.split(' ')
  const [added, name] = [await userById(db, subject), await schoolAdministeredBy(db, person.id, schoolId)]
  if (!added || name === undefined) return undefined
  const [who, school] = [plainName(added.user.displayName, added.user.email ?? 'Someone'), plainName(name, 'your school')]
  return {
    subject: `${school} has a new administrator on Firstbell`,
    preview: `${who} is now an administrator of ${school}.`,
    heading: 'Your school has a new administrator',
    body: [
      hello(to),
      `${who} became an administrator of ${school} on ${dayAndTimeOf(new Date(at), to)}. Administrators can view the lessons of the school’s teachers and choose who else is an administrator.`,
      'Didn’t expect this? Open Our Teachers in your planner and remove them as an administrator.',
    ],
    button: planner(to),
    why: ABOUT_ACCOUNT,
  }
}
