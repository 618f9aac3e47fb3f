/**
 * The office of a school: its phone number for substitutes, and the address that receives their plans.
 *
 * 1. Only the school's administrators set them.
 * 2. A new address isn't confirmed until a person there opens our link. An unconfirmed one has the mail limits of a stranger's address.
 */
import { record } from '#server/features/audit/queries.ts'
import { asAdministrator, type ByAdministrator } from '#server/features/schools/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { waitInWords } from '#server/lib/limits/wait.ts'
import { aboutMailTo } from '#server/lib/mail/addressed.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import type { Office } from '#shared/schools/office/contract.ts'
import { officeConfirmedBy } from './policy.ts'
import * as query from './queries.ts'

type Mailing = { keys: KeyRing; mailQueue: MailQueue }

/** Queues the mail that confirms an office's address. Throws `too_many` if the address can't receive another email yet. */
const askToConfirm = async (db: Db, { schoolId, at }: ByAdministrator, email: string, { keys, mailQueue }: Mailing): Promise<void> => {
  const about = aboutMailTo(keys, schoolId, email)
  const retryAfter = await mailQueue.queueToAddress(db, { kind: 'office-address', about, email }, at)
  if (retryAfter > 0)
    throw new Refused('too_many', `We’ve already sent this address several emails. Try again in ${waitInWords(retryAfter)}.`, {
      retryAfter,
    })
}

type Change = { officeEmail?: string | undefined; officePhone?: string | undefined }

/** Changes the office of the administrator's school. A new address gets a mail that asks to confirm it. */
export const setOffice = (db: Db, by: ByAdministrator, { officeEmail, officePhone }: Change, mailing: Mailing): Promise<Office> =>
  asAdministrator(db, by, async (db) => {
    const before = await query.officeOf(db, by.schoolId)
    if (!before) throw new Refused('not_found')
    const email = officeEmail === undefined ? before.officeEmail : officeEmail || null
    const isNew = email !== before.officeEmail
    const phone = officePhone === undefined ? before.officePhone : officePhone || null
    const changes = { officeEmail: email, officePhone: phone, ...(isNew && { officeConfirmedAt: null }) }
    const office = await query.updateOffice(db, by.schoolId, changes)
    await record(db, { ...by, act: 'school.office', subjectId: null })
    if (isNew && email !== null) await askToConfirm(db, by, email, mailing)
    return office
  })

/** Mails the office the link again. Throws `refused_by_rule`, `not_configured` and `too_many`. */
export const remindOffice = (db: Db, by: ByAdministrator, mailing: Mailing): Promise<void> =>
  asAdministrator(db, by, async (db) => {
    const office = await query.officeOf(db, by.schoolId)
    if (!office?.officeEmail) throw new Refused('refused_by_rule', 'Enter the office’s email first.')
    if (office.isOfficeConfirmed) throw new Refused('refused_by_rule', 'The office’s email is already confirmed.')
    if (!mailing.mailQueue.isOpen) throw new Refused('not_configured', 'Email isn’t set up here.')
    await askToConfirm(db, by, office.officeEmail, mailing)
  })

const OLD_LINK = 'This link is incomplete or has expired, or the school changed its office’s email.'

/** Confirms the address of a school's office. Throws `not_found` for an invalid or expired token, or for another address than the current. */
export const confirmOffice = (db: Db, keys: KeyRing, token: string, now: Date): Promise<void> =>
  db.transaction(async (db) => {
    const whose = officeConfirmedBy(keys, token, now)
    if (!whose || !(await query.confirmAddress(db, whose, now))) throw new Refused('not_found', OLD_LINK)
    await record(db, { at: now, actorId: null, act: 'school.office_confirmed', subjectId: null, schoolId: whose.schoolId })
  })
