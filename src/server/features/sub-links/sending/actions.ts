/**
 * Mail to a teacher's office, which gets plans on the morning that a teacher is out.
 *
 * 1. The office is that of the teacher's school, or else the one that the teacher typed.
 * 2. A confirmed office of a school has a limit of its own. Any other address may be a stranger's, so it has that of an invitation. Only
 *    someone with a confirmed address may mail it, a few times a day.
 */
import { requireConfirmedAddress } from '#server/features/people/actions.ts'
import { schoolOfficeOf, userById } from '#server/features/people/queries.ts'
import { lockLinkOf, updateLink } from '#server/features/sub-links/queries.ts'
import { planSourceOf } from '#server/features/sub-links/sources/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { waitInWords } from '#server/lib/limits/wait.ts'
import { aboutMailTo } from '#server/lib/mail/addressed.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { Classroom } from '#shared/accounts/contract.ts'

/** Where mail to a teacher's office goes. Undefined if neither the school nor the teacher has an address. */
export const officeFor = async (db: Db, teacherId: string): Promise<{ email: string; isConfirmed: boolean } | undefined> => {
  const school = await schoolOfficeOf(db, teacherId)
  if (school?.officeEmail) return { email: school.officeEmail, isConfirmed: school.officeConfirmedAt !== null }
  const found = await userById(db, teacherId)
  const typed = Classroom.parse(found?.user.classroom ?? {}).officeEmail
  return typed === '' ? undefined : { email: typed, isConfirmed: false }
}

const INSTEAD = { plan: 'share the link', report: 'print the report' }
const SILENT = { plan: 'Share the link instead.', report: 'Print the report instead.' }

type Mailing = { keys: KeyRing; mailQueue: MailQueue; now: Date }

/**
 * Queues mail of a sender about a record of a teacher to the teacher's office. Throws `not_configured`, `address_unconfirmed`, `too_many`,
 * and `refused_by_rule` without an address that takes mail. Call it last in a transaction, because it locks the limits.
 */
export const mailOffice = async (
  db: Db,
  { what, id, teacherId, senderId }: { what: 'plan' | 'report'; id: string; teacherId: string; senderId: string },
  { keys, mailQueue, now }: Mailing,
): Promise<void> => {
  if (!mailQueue.isOpen) throw new Refused('not_configured', `Email isn’t set up here. You can ${INSTEAD[what]} instead.`)
  const office = await officeFor(db, teacherId)
  if (!office) throw new Refused('refused_by_rule', 'Enter the office’s email first.')
  const refuse = (sentence: string, retryAfter: number) =>
    new Refused('too_many', `${sentence} Try again in ${waitInWords(retryAfter)}, or ${INSTEAD[what]} yourself.`, { retryAfter })
  if (!office.isConfirmed) {
    await requireConfirmedAddress(db, senderId, mailQueue)
    const wait = await mailQueue.countTyped(db, senderId, now)
    if (wait > 0) throw refuse('You’ve sent several emails to offices.', wait)
  }
  if (await mailQueue.isSilent(db, office.email))
    throw new Refused('refused_by_rule', `This address no longer takes our mail. ${SILENT[what]}`)
  const kind = office.isConfirmed ? (`${what}-to-office` as const) : (`${what}-to-typed-office` as const)
  const about = aboutMailTo(keys, id, office.email)
  const retryAfter = await mailQueue.queueToAddress(db, { kind, about, email: office.email }, now)
  if (retryAfter > 0) throw refuse('This office has gotten several emails from Firstbell.', retryAfter)
}

/** Mails an open link of the caller to the office of the link's teacher. Throws `not_found` for any other link. */
export const sendLink = (
  db: Db,
  { actor, ...mailing }: Mailing & { actor: { userId: string; isGuest: boolean } },
  id: string,
): Promise<void> => {
  if (actor.isGuest) throw new Refused('sign_up_needed')
  return db.transaction(async (db) => {
    const link = await lockLinkOf(db, { id, madeBy: actor.userId }, mailing.now)
    if (!link || !(await planSourceOf(db, link))) throw new Refused('not_found')
    await updateLink(db, id, { sentAt: mailing.now })
    await mailOffice(db, { what: 'plan', id, teacherId: link.userId, senderId: actor.userId }, mailing)
  })
}
