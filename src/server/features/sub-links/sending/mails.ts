import { addressOf, currentPlanOf, printedPage, tokenOf } from '#server/features/sub-links/actions.ts'
import { openLinkById } from '#server/features/sub-links/queries.ts'
import { planSourceOf } from '#server/features/sub-links/sources/actions.ts'
import { type Attachment, canAttach } from '#server/lib/integrations/mail.ts'
import { idIn, isMailTo } from '#server/lib/mail/addressed.ts'
import { dayAndTimeOf, type WriteToAddress } from '#server/lib/mail/letter.ts'
import { plainName } from '#server/lib/mail/names.ts'
import { makePdfThread, PdfFailed } from '#server/lib/pdf/plan-pdf.ts'
import { formatDay } from '#shared/dates.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'
import { paperIn } from '#shared/sub-plans/pages/rules.ts'
import { officeFor } from './actions.ts'

const datesInWords = (dates: readonly string[]): string => {
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return first === last ? formatDay(first, 'weekdayAndDay') : `${formatDay(first, 'weekdayAndDay')} to ${formatDay(last, 'weekdayAndDay')}`
}

const makePdf = makePdfThread()

/** Returns the plan as a PDF. Without it if it can't be made or is too large, because the link is what the office needs. */
const attached = async (plan: SubPlan, link: Parameters<typeof printedPage>[1]): Promise<Attachment[]> => {
  try {
    const bytes = await makePdf(printedPage(plan, link), paperIn(plan.timezone))
    const pdf = { name: `substitute-plan-${plan.days[0]?.date}.pdf`, contentType: 'application/pdf', bytes } as const
    return canAttach(pdf) ? [pdf] : []
  } catch (error) {
    if (!(error instanceof PdfFailed)) throw error
    process.emitWarning(error)
    return []
  }
}

/** Writes the mail with a plan's link. Only a confirmed office gets the teacher's name in the subject. */
const planMail =
  (isConfirmed: boolean): WriteToAddress =>
  async ({ db, keys, now, about, to }) => {
    const link = await openLinkById(db, { id: idIn(about) }, now)
    const source = link && (await planSourceOf(db, link))
    const token = link && tokenOf(keys, link)
    const office = link && (await officeFor(db, link.userId))
    if (!link || !source || token === undefined || !office || !isMailTo(keys, about, office.email)) return undefined
    // The administrators may have changed the address and back since.
    if (isConfirmed && !office.isConfirmed) return undefined
    const current = await currentPlanOf(db, keys, source, link)
    if (!current) return undefined
    const { plan, isShortened } = current
    const { room, grade } = plan.classroom
    const [teacher, dates] = [plainName(plan.teacher, 'A teacher'), datesInWords(link.dates)]
    const school = plainName(plan.classroom.schoolName, '')
    const facts = [
      ['Teacher', teacher],
      ['Out', dates],
      ['Room', plainName(room, '')],
      ['Grade', plainName(grade, '')],
    ].filter(([, value]) => value !== '') as [string, string][]
    const linkUrl = addressOf(to.address, token)
    const attachments = isShortened ? [] : await attached(plan, { linkUrl, include: link.include })
    return {
      subject: isConfirmed ? `Substitute plan: ${teacher}, ${dates}` : `Substitute plan for ${dates}`,
      preview: 'Open it on a phone, or print it.',
      heading: `A substitute plan for ${dates}`,
      body: [
        `${teacher} is out and sent you this plan for the substitute.`,
        facts,
        'Give the substitute this link. The page works on any phone without signing in, and always shows the current plan.',
      ],
      button: { label: 'Open the plan', href: linkUrl },
      after: [
        attachments.length > 0 ? 'The attached PDF is the same plan, to print.' : 'To print the plan, open the link and choose Print.',
        `The link works until ${dayAndTimeOf(link.endsAt, { ...to, timezone: plan.timezone })}.`,
      ],
      attachments,
      why: isConfirmed
        ? `You’re getting this email because this is the confirmed address of ${school || 'your school'}’s office.`
        : `You’re getting this email because ${teacher} named this as the address of their school’s office.`,
      email: office.email,
    }
  }

export const planToOffice = planMail(true)
export const planToTypedOffice = planMail(false)
