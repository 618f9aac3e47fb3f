import * as z from 'zod/mini'
import { EmailAddress } from '#shared/accounts/contract.ts'
import { CalendarDay } from '#shared/calendar/contract.ts'
import { DayMark, DayRange, OneDayOrRange } from '#shared/calendar/shown/contract.ts'
import { SchoolClass } from '#shared/classes/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { PER_HOUR, PER_MINUTE } from '#shared/limits.ts'
import { SubPlanDates, SubPlanSelection } from '#shared/sub-plans/contract.ts'

/** The other teacher in an invite, as shown to the caller. */
const Colleague = z
  .object({
    id: z.string(),
    /** In the inviter's view, null until the invite is accepted, so that an email address alone never reveals a name. */
    displayName: z.nullable(z.string()),
    email: z.string(),
  })
  .register(names, { id: 'Colleague' })

export const InviteStatus = z.enum(['waiting', 'accepted', 'declined']).register(names, { id: 'InviteStatus' })

const invite = {
  id: z.string(),
  status: InviteStatus,
  /** Timestamps, ISO 8601. */
  invitedAt: z.string(),
  answeredAt: z.nullable(z.string()),
  /** True if the invitee's sub plans may include the inviter's student notes. */
  includesStudentNotes: z.boolean(),
}
/**
 * An invite sent by the caller. `myCollaborators` can view the caller's plans. The invitee's identity is unverified until they confirm
 * their email.
 */
export const SentInvite = z
  .object({ ...invite, isAddressConfirmed: z.boolean(), myCollaborators: Colleague })
  .register(names, { id: 'SentInvite' })
export type SentInvite = z.output<typeof SentInvite>
/** An invite received by the caller, who can view the plans of `invitedBy`. */
export const ReceivedInvite = z.object({ ...invite, invitedBy: Colleague }).register(names, { id: 'ReceivedInvite' })
export type ReceivedInvite = z.output<typeof ReceivedInvite>

/** The owner of a viewed calendar. */
export const ViewedTeacher = z
  .object({
    id: z.string(),
    displayName: z.nullable(z.string()),
    profileImage: z.nullable(z.string()),
    timezone: z.string(),
    /** The teacher's classes in their order, whose colors their lessons have. */
    classes: z.array(z.pick(SchoolClass, { id: true, name: true, color: true }).register(names, { id: 'ShownClass' })),
    /** True if the caller's sub plans may include the teacher's student notes. */
    sharesStudentNotes: z.boolean(),
  })
  .register(names, { id: 'ViewedTeacher' })
export type ViewedTeacher = z.output<typeof ViewedTeacher>

const Done = z.object({ success: z.literal(true) })
const InviteId = z.object({ id: z.uuid() })
const UserId = z.object({ userId: z.uuid() })

export const collaboration = contract({
  findColleague: {
    method: 'GET',
    path: '/api/user/by-email/:email',
    access: 'account',
    summary: 'Get the id of the user with this email.',
    description: 'Finds only the caller and colleagues with an accepted invite.',
    params: z.object({ email: EmailAddress }),
    reply: z.object({ id: z.string() }),
    refuses: ['not_found'],
    perMinute: PER_MINUTE.lookups,
    protects: 'secrets',
  },
  invite: {
    method: 'POST',
    path: '/api/collaboration/invite',
    access: 'subscriber',
    summary: 'Invite a teacher to view the caller’s schedule.',
    description: 'Returns the invite, which the teacher can accept or decline. Teachers who declined can be invited again.',
    body: z.object({ collaboratorEmail: EmailAddress }),
    reply: SentInvite,
    answers: [201],
    refuses: ['not_found', 'taken', 'refused_by_rule', 'sign_up_needed'],
    perHour: PER_HOUR.invites,
    protects: 'mail',
  },
  sentInvites: {
    method: 'GET',
    path: '/api/collaboration/outbound-invites',
    access: 'account',
    summary: 'List the invites the caller has sent, latest first.',
    description: 'Returns each invite with its status and the invited teacher.',
    reply: z.array(SentInvite),
  },
  receivedInvites: {
    method: 'GET',
    path: '/api/collaboration/inbound-invites',
    access: 'account',
    summary: 'List the invites the caller has received, latest first.',
    description: 'Returns each invite with its status. The inviter’s name is null until the caller accepts.',
    reply: z.array(ReceivedInvite),
  },
  accept: {
    method: 'POST',
    path: '/api/collaboration/accept/:id',
    access: 'account',
    summary: 'Accept a pending invite.',
    description: 'The caller can then view the inviter’s schedule. If email is set up, the caller’s email must be confirmed.',
    params: InviteId,
    reply: Done,
    refuses: ['stale', 'address_unconfirmed'],
  },
  decline: {
    method: 'POST',
    path: '/api/collaboration/decline/:id',
    access: 'account',
    summary: 'Decline a pending invite.',
    description: 'The inviter sees the answer and can invite the caller again.',
    params: InviteId,
    reply: Done,
    refuses: ['stale'],
  },
  deleteInvite: {
    method: 'DELETE',
    path: '/api/collaboration/outbound-invite/:id',
    access: 'account',
    summary: 'Delete a sent invite that is pending or was declined.',
    description: 'Refused if it was accepted: revoke it instead.',
    params: InviteId,
    reply: Done,
    refuses: ['stale'],
  },
  shareStudentNotes: {
    method: 'PATCH',
    path: '/api/collaboration/outbound-invite/:id',
    access: 'account',
    summary: 'Set whether this colleague’s sub plans may include the caller’s student notes.',
    description: 'Returns the updated invite.',
    params: InviteId,
    body: z.object({ includesStudentNotes: z.boolean() }),
    reply: SentInvite,
    refuses: ['stale'],
  },
  revokeSent: {
    method: 'POST',
    path: '/api/collaboration/revoke-outbound/:id',
    access: 'account',
    summary: 'Stop sharing with a colleague.',
    description: 'Ends a sent invite. The colleague can no longer view the caller’s schedule.',
    params: InviteId,
    reply: Done,
    refuses: ['stale'],
  },
  revokeReceived: {
    method: 'POST',
    path: '/api/collaboration/revoke-inbound/:id',
    access: 'account',
    summary: 'Stop viewing a colleague’s schedule.',
    description: 'Ends a received invite.',
    params: InviteId,
    reply: Done,
    refuses: ['stale'],
  },
  viewedTeacher: {
    method: 'GET',
    path: '/api/collaboration/view/:userId',
    access: 'account',
    summary: 'Get a teacher who shares their schedule with the caller.',
    description: 'Returns their name, picture, time zone, classes, and whether they share student notes.',
    params: UserId,
    reply: ViewedTeacher,
  },
  colleagueDays: {
    method: 'GET',
    path: '/api/collaboration/calendar/:userId',
    access: 'account',
    summary: 'Get the days of a colleague who shares their schedule.',
    description: 'Returns one date or a date range (up to 400 days), without alerts.',
    params: UserId,
    query: OneDayOrRange,
    reply: z.array(CalendarDay),
    refuses: ['refused_by_rule'],
  },
  colleagueMarks: {
    method: 'GET',
    path: '/api/collaboration/calendar/:userId/marks',
    access: 'account',
    summary: 'Get a colleague’s days that are blocked or have a note, without lessons.',
    description: 'A range can be up to 400 days.',
    params: UserId,
    query: DayRange,
    reply: z.array(DayMark),
    refuses: ['refused_by_rule'],
  },
  colleaguePlan: {
    method: 'POST',
    path: '/api/collaboration/sub-plans/generate',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Generate a sub plan from a colleague’s days.',
    description: 'Returns HTML. Includes their student notes only if they allow it, and never alerts.',
    body: z.strictObject({ dates: SubPlanDates, collaboratorUserId: z.uuid(), ...SubPlanSelection.shape }),
    document: 'text/html',
    reply: z.string(),
    refuses: ['not_found', 'refused_by_rule'],
    perMinute: PER_MINUTE.subPlans,
  },
})
