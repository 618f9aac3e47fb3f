/**
 * State transitions of an invite. Each transition is one conditional UPDATE with the user's side in its WHERE clause. If two transitions
 * run concurrently, the second sees the result of the first. Each is audited in the same transaction.
 */

import { record, recordSome } from '#server/features/audit/queries.ts'
import type { Act } from '#server/features/audit/tables.ts'
import { requireConfirmedAddress } from '#server/features/people/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { InviteStatus, type ReceivedInvite, type SentInvite } from '#shared/collaboration/contract.ts'
import {
  beginInvite,
  changeInvite,
  includesNotes,
  invitesOf,
  lockedPersonAt,
  type OwnInvite,
  type Side,
  type Status,
  statusBetween,
  statusOf,
} from './queries.ts'

const NO_SUCH_TEACHER = 'We can’t find a Firstbell account with that email. Ask your colleague to sign up first.'
const NO_SUCH_INVITE = 'This invitation is no longer available.'

/** Messages for clients that still show an outdated status. */
const MOVED_ON: Record<Status, string> = {
  waiting: 'This invitation hasn’t been accepted yet.',
  accepted: 'This invitation has already been accepted.',
  declined: 'This invitation has already been declined.',
  revoked: 'Sharing has already ended.',
  deleted: 'This invitation was withdrawn.',
}

const LISTED = InviteStatus.options
const ALL: Status[] = [...LISTED, 'revoked', 'deleted']

/** Returns all invites that a user sent or received, including ended ones. */
export const allInvites = async (db: Db, userId: string) => ({
  sent: await invitesOf(db, { userId, side: 'inviter' }, ALL),
  received: await invitesOf(db, { userId, side: 'invitee' }, ALL),
})

/** Returns the invites that a user sent. If `id` is given, returns only that invite. */
export const sentInvites = async (db: Db, userId: string, id?: string): Promise<SentInvite[]> =>
  (await invitesOf(db, { userId, side: 'inviter', id }, LISTED)).map(({ other, ...invite }) => ({ ...invite, myCollaborators: other }))

/** Returns the invite that this transaction just changed. */
const sentInvite = async (db: Db, userId: string, id: string): Promise<SentInvite> => {
  const [invite] = await sentInvites(db, userId, id)
  if (!invite) throw new Error('An invite that was just changed is missing')
  return invite
}

export const receivedInvites = async (db: Db, userId: string): Promise<ReceivedInvite[]> =>
  (await invitesOf(db, { userId, side: 'invitee' }, LISTED)).map(({ other, isAddressConfirmed: _, ...invite }) => ({
    ...invite,
    invitedBy: other,
  }))

/** Invites the user with this email to view the caller's schedule. Throws `sign_up_needed`, `not_found`, `refused_by_rule`, and `taken`. */
export const sendInvite = (
  db: Db,
  { userId, isGuest }: Pick<Actor, 'userId' | 'isGuest'>,
  { email, mailQueue }: { email: string; mailQueue: MailQueue },
  now: Date,
): Promise<SentInvite> => {
  if (isGuest) throw new Refused('sign_up_needed')
  return db.transaction(async (db) => {
    const invitee = await lockedPersonAt(db, email)
    if (!invitee) throw new Refused('not_found', NO_SUCH_TEACHER)
    if (invitee.id === userId) throw new Refused('refused_by_rule', 'That’s your own email. Enter a colleague’s.')
    const id = await beginInvite(db, { inviterId: userId, inviteeId: invitee.id, now })
    if (id === undefined) {
      const isSeen = (await statusBetween(db, userId, invitee.id)) === 'accepted'
      throw new Refused(
        'taken',
        isSeen ? 'This teacher can already view your schedule.' : 'You’ve already invited this teacher. They haven’t replied yet.',
      )
    }
    await record(db, { at: now, actorId: userId, act: 'invite.sent', subjectId: invitee.id })
    await mailQueue.queue(db, { userId: invitee.id, kind: 'invited', about: id }, now)
    return sentInvite(db, userId, id)
  })
}

type InviteTransition = {
  side: Side
  from: readonly Status[]
  act: Act
  to: (now: Date) => Parameters<typeof changeInvite>[3]
}
const REVOKED: Omit<InviteTransition, 'side'> = {
  from: ['accepted'],
  act: 'invite.revoked',
  to: () => ({ status: 'revoked', includesStudentNotes: false }),
}

type InviteResponse = 'accept' | 'decline' | 'delete' | 'revokeSent' | 'revokeReceived' | 'shareNotes' | 'hideNotes'
const TRANSITIONS: Record<InviteResponse, InviteTransition> = {
  accept: { side: 'invitee', from: ['waiting'], act: 'invite.accepted', to: (now) => ({ status: 'accepted', answeredAt: now }) },
  decline: { side: 'invitee', from: ['waiting'], act: 'invite.declined', to: (now) => ({ status: 'declined', answeredAt: now }) },
  delete: { side: 'inviter', from: ['waiting', 'declined'], act: 'invite.deleted', to: () => ({ status: 'deleted' }) },
  revokeSent: { side: 'inviter', ...REVOKED },
  revokeReceived: { side: 'invitee', ...REVOKED },
  shareNotes: { side: 'inviter', from: ['accepted'], act: 'invite.notes', to: () => ({ includesStudentNotes: true }) },
  hideNotes: { side: 'inviter', from: ['accepted'], act: 'invite.notes', to: () => ({ includesStudentNotes: false }) },
}

type InviteCall = { db: Db; actor: Pick<Actor, 'userId'>; now: Date; id: string }

/**
 * Changes an invite's state. Throws `not_found` if the caller isn't on the required side of the invite, and `stale` if its status no longer
 * allows the step.
 */
export const respondToInvite = async (name: InviteResponse, { db, actor: { userId }, now, id }: InviteCall): Promise<void> => {
  const { side, from, act, to } = TRANSITIONS[name]
  const own: OwnInvite = { id, userId, side }
  await db.transaction(async (db) => {
    const subjectId = await changeInvite(db, own, from, to(now))
    if (subjectId === undefined) {
      const status = await statusOf(db, own)
      throw status === undefined ? new Refused('not_found', NO_SUCH_INVITE) : new Refused('stale', MOVED_ON[status])
    }
    const row = { at: now, actorId: userId, act, subjectId }
    // Limits the number of log rows, because users can toggle this switch as often as they like.
    await (act === 'invite.notes' ? recordSome(db, row) : record(db, row))
  })
}

/** Accepts an invite. Throws the same errors as `respondToInvite`, and `address_unconfirmed`. */
export const acceptInvite = (call: InviteCall, mailQueue: MailQueue): Promise<void> =>
  call.db.transaction(async (db) => {
    await respondToInvite('accept', { ...call, db })
    await requireConfirmedAddress(db, call.actor.userId, mailQueue)
  })

/** Sets whether this colleague's sub plans can include the caller's student notes. Throws the same errors as `respondToInvite`. */
export const shareNotes = (call: InviteCall, includesStudentNotes: boolean): Promise<SentInvite> =>
  call.db.transaction(async (db) => {
    const own: OwnInvite = { id: call.id, userId: call.actor.userId, side: 'inviter' }
    if ((await includesNotes(db, own)) !== includesStudentNotes)
      await respondToInvite(includesStudentNotes ? 'shareNotes' : 'hideNotes', { ...call, db })
    return sentInvite(db, call.actor.userId, call.id)
  })
