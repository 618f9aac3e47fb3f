import { officeFor } from '#server/features/sub-links/sending/actions.ts'
import { idIn, isMailTo } from '#server/lib/mail/addressed.ts'
import { hello, type LetterPart, type WriteLetter, type WriteToAddress } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { formatDay } from '#shared/dates.ts'
import { openWritten, type Written } from './policy.ts'
import { reportWithTeacher } from './queries.ts'

const OUTCOMES = { done: 'Done', partly: 'Partly', not: 'Not done' } as const

const datesInWords = (dates: readonly string[]): string => dates.map((date) => formatDay(date, 'weekdayAndDay')).join(', ')

/** Returns what the substitute wrote as labels with values. Empty texts are left out. */
const partsOf = ({ lessons, absent, incidents, note, name }: Written): LetterPart[] => {
  const outcomes = lessons.map(
    ({ title, outcome, note }) => [title ?? 'A lesson', [OUTCOMES[outcome], note].filter(Boolean).join(': ')] as const,
  )
  const texts = [
    ['Absent', absent.join(', ')],
    ['Happened', incidents],
    ['Note', note],
    ['Signed', name],
  ] as const
  return [outcomes, texts.filter(([, text]) => text !== '')].filter((rows) => rows.length > 0)
}

/** Writes the mail with a report that its teacher shared. The subject has no names, because inboxes and logs show subjects. */
const reportMail =
  (isConfirmed: boolean): WriteToAddress =>
  async ({ db, keys, about }) => {
    const found = await reportWithTeacher(db, idIn(about))
    const office = found && (await officeFor(db, found.report.userId))
    if (!found || !office || !isMailTo(keys, about, office.email)) return undefined
    // The administrators may have changed the address and back since.
    if (isConfirmed && !office.isConfirmed) return undefined
    const { report } = found
    const teacher = plainName(found.teacher, 'A teacher')
    const dates = datesInWords(report.dates)
    return {
      subject: `Substitute’s report for ${dates}`,
      preview: 'A teacher shared it with the office.',
      heading: `A substitute’s report for ${dates}`,
      body: [
        `${teacher} shared this report with you. It can name students, so please treat it like any student record.`,
        ...partsOf(openWritten(keys, report)),
      ],
      why: isConfirmed
        ? 'You’re getting this email because this is the confirmed address of your school’s office.'
        : `You’re getting this email because ${teacher} named this as the address of their school’s office.`,
      email: office.email,
    }
  }

export const reportToOffice = reportMail(true)
export const reportToTypedOffice = reportMail(false)

/** Tells the teacher that a report came in. Contains nothing that the substitute wrote. */
export const reportArrived: WriteLetter = async ({ db, about, to, person }) => {
  const found = await reportWithTeacher(db, about)
  if (!found || found.report.userId !== person.id || found.report.readAt !== null) return undefined
  const [date = ''] = found.report.dates
  return {
    subject: 'Your substitute’s report came in',
    preview: 'Read it in your planner.',
    heading: 'Your substitute’s report came in',
    body: [hello(to), `The report for ${datesInWords(found.report.dates)} is in your planner. Only you can read it.`],
    button: { label: 'Read the report', href: `${to.address}/dashboard?view=day&date=${date}` },
    why: 'You’re getting this email because a substitute reported on your class. You can turn these emails off in Preferences.',
  }
}
