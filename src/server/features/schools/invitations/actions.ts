import { record } from '#server/features/audit/queries.ts'
import { requireConfirmedAddress } from '#server/features/people/actions.ts'
import { asAdministrator, type ByAdministrator, underLock } from '#server/features/schools/actions.ts'
import { joinSchool, personByEmail } from '#server/features/schools/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import * as query from './queries.ts'

/** Invites an email address to the school. Throws `taken` if that teacher has already joined or has a pending invitation. */
export const invite = (db: Db, by: ByAdministrator, email: string, mailQueue: MailQueue, as = asAdministrator) =>
  as(db, by, async (db) => {
    const { actorId, schoolId, at } = by
    const person = await personByEmail(db, email)
    if (person?.schoolId === schoolId) throw new Refused('taken', 'This teacher already joined your school.')
    const invitation = await query.insertInvitation(db, { schoolId, email, invitedBy: actorId, invitedAt: at })
    if (!invitation) throw new Refused('taken', 'This person already has a pending invitation.')
    await record(db, { ...by, act: 'school.invited', subjectId: person?.userId ?? null })
    const mail = { kind: 'school-invited', about: invitation.id } as const
    await (person ? mailQueue.queue(db, { ...mail, userId: person.userId }, at) : mailQueue.queueToAddress(db, { ...mail, email }, at))
    return invitation
  })

/** Withdraws a school's invitation. Throws `not_found`. */
export const withdraw = (db: Db, by: ByAdministrator, id: string, as = asAdministrator): Promise<void> =>
  as(db, by, async (db) => {
    const email = await query.deleteInvitation(db, by.schoolId, id)
    if (email === undefined) throw new Refused('not_found')
    const person = await personByEmail(db, email)
    await record(db, { ...by, act: 'school.withdrawn', subjectId: person?.userId ?? null })
  })

/**
 * Throws if the user can't respond to the invitation: `stale` if it is no longer pending, or `not_found` if it was deleted or belongs to
 * another user.
 */
const refuseAnswer = async (db: Db, userId: string, id: string): Promise<never> => {
  const code = (await query.isInvitationTo(db, userId, id)) ? 'stale' : 'not_found'
  throw new Refused(code, 'This invitation is no longer available.')
}

/**
 * Adds a user to the school that invited them. Throws `stale`, `not_found`, `address_unconfirmed`, and `refused_by_rule` if they already
 * belong to a school.
 */
export const accept = async (db: Db, userId: string, id: string, at: Date, mailQueue: MailQueue): Promise<void> => {
  const schoolId = await query.schoolThatInvites(db, userId, id)
  if (schoolId === undefined) return refuseAnswer(db, userId, id)
  await underLock(db, schoolId, async (db) => {
    if (!(await query.takeInvitation(db, userId, id))) return refuseAnswer(db, userId, id)
    await requireConfirmedAddress(db, userId, mailQueue)
    if (!(await joinSchool(db, userId, { schoolId, at, isAdministrator: false })))
      throw new Refused('refused_by_rule', 'You already belong to a school. Leave it first, then accept.')
    await record(db, { at, actorId: userId, act: 'school.joined', subjectId: userId, schoolId })
  })
}

/** Declines a school's invitation. Throws `stale` and `not_found`. */
export const decline = (db: Db, userId: string, id: string, at: Date): Promise<void> =>
  db.transaction(async (db) => {
    const schoolId = await query.declineInvitation(db, userId, id)
    if (schoolId === undefined) return refuseAnswer(db, userId, id)
    await record(db, { at, actorId: userId, act: 'school.declined', subjectId: userId, schoolId })
  })
