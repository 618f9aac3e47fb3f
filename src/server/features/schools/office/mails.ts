import { idIn, isMailTo } from '#server/lib/mail/addressed.ts'
import type { WriteToAddress } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { officeToken } from './policy.ts'
import { officeOf } from './queries.ts'

/** Sent to the address that a school's administrator typed for its office. */
export const officeAddress: WriteToAddress = async ({ db, keys, now, about, to }) => {
  const schoolId = idIn(about)
  const office = await officeOf(db, schoolId)
  if (!office?.officeEmail || office.isOfficeConfirmed || !isMailTo(keys, about, office.officeEmail)) return undefined
  const email = office.officeEmail
  const school = plainName(office.name, 'a school')
  return {
    subject: 'Confirm your office’s email for Firstbell',
    preview: 'So that substitute plans reach you on the morning that a teacher is out.',
    heading: 'Do substitute plans reach you here?',
    body: [
      'Hi,',
      `An administrator of ${school} entered this address for the school’s office on Firstbell, the lesson planner. When a teacher is out, the substitute’s plan is mailed here.`,
      'Please confirm that our emails reach you. The link is valid for 30 days.',
    ],
    button: { label: 'Confirm this email', href: `${to.address}/mail#office=${officeToken(keys, { schoolId, email }, now)}` },
    after: ['Not the office of this school? You can ignore this email.'],
    why: `You’re getting this email because an administrator of ${school} gave us this address.`,
    email,
  }
}
