import { addressOf, planOf, tokenOf } from '#server/features/sub-links/actions.ts'
import { planSourceOf } from '#server/features/sub-links/sources/actions.ts'
import { idIn, isMailTo } from '#server/lib/mail/addressed.ts'
import { dayAndTimeOf, type WriteToAddress } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { formatDay } from '#shared/dates.ts'
import { officeFor } from './actions.ts'
import { openLinkById } from './queries.ts'

const datesInWords = (dates: readonly string[]): string => {
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return first === last ? formatDay(first, 'weekdayAndDay') : `${formatDay(first, 'weekdayAndDay')} to ${formatDay(last, 'weekdayAndDay')}`
}

/** Writes the mail with a plan's link. Only a confirmed office gets the teacher's name in the subject. */
const planMail =
  (isConfirmed: boolean): WriteToAddress =>
  async ({ db, keys, now, about, to }) => {
    const link = await openLinkById(db, idIn(about), now)
    const source = link && (await planSourceOf(db, link))
    const token = link && tokenOf(keys, link)
    const office = link && (await officeFor(db, link.userId))
    if (!link || !source || token === undefined || !office || !isMailTo(keys, about, office.email)) return undefined
    // The administrators may have changed the address and back since.
    if (isConfirmed && !office.isConfirmed) return undefined
    const plan = await planOf(db, source, link)
    const { room, grade } = plan.classroom
    const [teacher, dates] = [plainName(plan.teacher, 'A teacher'), datesInWords(link.dates)]
    const school = plainName(plan.classroom.schoolName, '')
    const facts = [
      ['Teacher', teacher],
      ['Out', dates],
      ['Room', plainName(room, '')],
      ['Grade', plainName(grade, '')],
    ].filter(([, value]) => value !== '') as [string, string][]
    return {
      subject: isConfirmed ? `Substitute plan: ${teacher}, ${dates}` : `Substitute plan for ${dates}`,
      preview: 'Open it on a phone, or print it.',
      heading: `A substitute plan for ${dates}`,
      body: [
        `${teacher} is out and sent you this plan for the substitute.`,
        facts,
        'Give the substitute this link. The page works on any phone without signing in, and always shows the current plan.',
      ],
      button: { label: 'Open the plan', href: addressOf(to.address, token) },
      after: [`The link works until ${dayAndTimeOf(link.endsAt, { ...to, timezone: plan.timezone })}.`],
      why: isConfirmed
        ? `You’re getting this email because this is the confirmed address of ${school || 'your school'}’s office.`
        : `You’re getting this email because ${teacher} named this as the address of their school’s office.`,
      email: office.email,
    }
  }

export const planToOffice = planMail(true)
export const planToTypedOffice = planMail(false)
