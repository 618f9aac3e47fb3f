import { record } from '#server/features/audit/queries.ts'
import { requireConfirmedAddress } from '#server/features/people/actions.ts'
import { asAdministrator, type ByAdministrator, requireQueued, underLock } from '#server/features/schools/actions.ts'
import { joinSchool, personByEmail } from '#server/features/schools/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import * as query from './queries.ts'

type Invitation = NonNullable<Awaited<ReturnType<typeof query.insertInvitation>>>
/** An invitation whose mail isn't queued yet. `userId` is null if the address has no account. */
type Unsent = { invitation: Invitation; userId: string | null }

/** Adds an invitation to the school and logs it. Returns why not if that teacher has already joined or has a pending invitation. */
const add = async (db: Db, by: ByAdministrator, email: string): Promise<Unsent | 'joined' | 'invited'> => {
  const { actorId, schoolId, at } = by
  const person = await personByEmail(db, email)
  if (person?.schoolId === schoolId) return 'joined'
  const invitation = await query.insertInvitation(db, { schoolId, email, invitedBy: actorId, invitedAt: at })
  if (!invitation) return 'invited'
  const userId = person?.userId ?? null
  await record(db, { ...by, act: 'school.invited', subjectId: userId })
  return { invitation, userId }
}

/** Queues an invitation's mail. Returns the seconds until the address can receive more mail, or 0. */
const send = (db: Db, { invitation: { id, email }, userId }: Unsent, mailQueue: MailQueue, at: Date): Promise<number> => {
  const mail = { kind: 'school-invited', about: id } as const
  return userId ? mailQueue.queue(db, { ...mail, userId }, at) : mailQueue.queueToAddress(db, { ...mail, email }, at)
}

const SKIPPED = { joined: 'This teacher already joined your school.', invited: 'This person already has a pending invitation.' } as const

/** Invites an email address to the school. Throws `taken` if that teacher has already joined or has a pending invitation. */
export const invite = (db: Db, by: ByAdministrator, email: string, mailQueue: MailQueue, as = asAdministrator) =>
  as(db, by, async (db) => {
    const added = await add(db, by, email)
    if (typeof added === 'string') throw new Refused('taken', SKIPPED[added])
    await send(db, added, mailQueue, by.at)
    return added.invitation
  })

/** Invites several email addresses at once. Skips teachers who have already joined or have a pending invitation. */
export const inviteAll = (db: Db, by: ByAdministrator, emails: readonly string[], mailQueue: MailQueue) =>
  asAdministrator(db, by, async (db) => {
    const unsent: Unsent[] = []
    const skipped: { email: string; reason: 'joined' | 'invited' }[] = []
    // In a fixed order, because two schools that invite the same people lock the same rows.
    for (const email of [...new Set(emails)].sort()) {
      const added = await add(db, by, email)
      if (typeof added === 'string') skipped.push({ email, reason: added })
      else unsent.push(added)
    }
    for (const each of unsent) await send(db, each, mailQueue, by.at)
    return { invited: unsent.map(({ invitation }) => invitation), skipped }
  })

/**
 * Emails an invitation again, under a new id. A declined invitation is pending again. Throws `not_found`, and `too_many` if the address
 * can't receive another email yet.
 */
export const resend = (db: Db, by: ByAdministrator, id: string, mailQueue: MailQueue) =>
  asAdministrator(db, by, async (db) => {
    const invitation = await query.renewInvitation(db, { id, schoolId: by.schoolId, invitedBy: by.actorId, invitedAt: by.at })
    if (!invitation) throw new Refused('not_found')
    const userId = (await personByEmail(db, invitation.email))?.userId ?? null
    await record(db, { ...by, act: 'school.invited', subjectId: userId })
    requireQueued(await send(db, { invitation, userId }, mailQueue, by.at))
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
