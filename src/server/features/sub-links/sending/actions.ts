/**
 * Mail to a teacher's office, which gets plans on the morning that a teacher is out.
 *
 * 1. The office is that of the teacher's school, or else the one that the teacher typed.
 * 2. A confirmed office of a school has a limit of its own. Any other address may be a stranger's, so it has that of an invitation.
 */
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

type Mailing = { keys: KeyRing; mailQueue: MailQueue; now: Date }

/**
 * Queues mail about a record of a teacher to their office. Throws `not_configured`, `too_many`, and `refused_by_rule` without an address.
 * Call it last in a transaction, because it locks the address's limit.
 */
export const mailOffice = async (
  db: Db,
  { what, id, teacherId }: { what: 'plan' | 'report'; id: string; teacherId: string },
  { keys, mailQueue, now }: Mailing,
): Promise<void> => {
  if (!mailQueue.isOpen) throw new Refused('not_configured', `Email isn’t set up here. You can ${INSTEAD[what]} instead.`)
  const office = await officeFor(db, teacherId)
  if (!office) throw new Refused('refused_by_rule', 'Enter the office’s email first.')
  const kind = office.isConfirmed ? (`${what}-to-office` as const) : (`${what}-to-typed-office` as const)
  const about = aboutMailTo(keys, id, office.email)
  const retryAfter = await mailQueue.queueToAddress(db, { kind, about, email: office.email }, now)
  if (retryAfter > 0)
    throw new Refused(
      'too_many',
      `This office has gotten several emails from Firstbell. Try again in ${waitInWords(retryAfter)}, or ${INSTEAD[what]} yourself.`,
      { retryAfter },
    )
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
    await mailOffice(db, { what: 'plan', id, teacherId: link.userId }, mailing)
  })
}
