import * as z from 'zod/mini'
import { EmailAddress } from '#shared/accounts/contract.ts'
import { CalendarDay } from '#shared/calendar/contract.ts'
import { DayMark, DayRange, OneDayOrRange } from '#shared/calendar/shown/contract.ts'
import { ViewedTeacher } from '#shared/collaboration/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_HOUR, PER_MINUTE } from '#shared/limits.ts'
import { Office } from '#shared/schools/office/contract.ts'
import { SubPlanDates, SubPlanSelection } from '#shared/sub-plans/contract.ts'

/** Maximum number of entries in a teacher's viewing log, newest first. */
export const LOOKS_SHOWN = 100

/** A school, as its teachers see it. */
const School = z
  .object({
    id: z.string(),
    name: z.string(),
    timezone: z.string(),
    joinedAt: z.string(),
    /** True if the caller is an administrator of this school. */
    isAdministrator: z.boolean(),
    /** True if administrators' sub plans may include the caller's student notes. */
    includesStudentNotes: z.boolean(),
    /** School administrators, who can view the schedules of the school's teachers. */
    administrators: z.array(z.object({ id: z.string(), displayName: z.nullable(z.string()), email: z.string() })),
    ...Office.shape,
  })
  .register(names, { id: 'School' })
export type School = z.output<typeof School>

/** A school's invitation to the caller. */
const SchoolInvitation = z
  .object({ id: z.string(), schoolName: z.string(), invitedBy: z.nullable(z.string()), invitedAt: z.string() })
  .register(names, { id: 'SchoolInvitation' })
export type SchoolInvitation = z.output<typeof SchoolInvitation>

/** Records that a school administrator viewed the caller's schedule or made a sub plan from it. */
const LoggedView = z
  .object({ at: z.string(), by: z.nullable(z.string()), kind: z.enum(['calendar', 'plan']) })
  .register(names, { id: 'LoggedView' })
export type LoggedView = z.output<typeof LoggedView>

/** A teacher at the school. */
export const Teacher = z
  .object({
    id: z.string(),
    displayName: z.nullable(z.string()),
    email: z.string(),
    /** True once the user has confirmed their email. */
    isAddressConfirmed: z.boolean(),
    isAdministrator: z.boolean(),
    /** True if the teacher has an emergency plan on file for a substitute. Nobody at the school can see it until the teacher sends it. */
    hasEmergencyPlan: z.boolean(),
    joinedAt: z.string(),
  })
  .register(names, { id: 'Teacher' })
export type Teacher = z.output<typeof Teacher>

/** An invitation that the school sent. Its recipient might not have an account yet. */
export const SentSchoolInvitation = z
  .object({ id: z.string(), email: z.string(), status: z.enum(['waiting', 'declined']), invitedAt: z.string() })
  .register(names, { id: 'SentSchoolInvitation' })
export type SentSchoolInvitation = z.output<typeof SentSchoolInvitation>

/** Why the school didn't invite an address: its teacher already joined, or already has a pending invitation. */
const SkippedAddress = z.object({ email: z.string(), reason: z.enum(['joined', 'invited']) }).register(names, { id: 'SkippedAddress' })

const Done = z.object({ success: z.literal(true) })
const Id = z.object({ id: z.uuid() })

export const schools = contract({
  mySchool: {
    method: 'GET',
    path: '/api/school',
    access: 'account',
    summary: 'Get the caller’s school and pending invitations.',
    description: 'Returns the school with its administrators, or null if the caller isn’t in one.',
    reply: z.object({ school: z.nullable(School), invitations: z.array(SchoolInvitation) }),
  },
  shareWithSchool: {
    method: 'PATCH',
    path: '/api/school',
    access: 'account',
    summary: 'Set whether sub plans made by school administrators may include the caller’s student notes.',
    description: 'Affects only the caller’s own notes.',
    body: z.object({ includesStudentNotes: z.boolean() }),
    reply: Done,
    refuses: ['not_found'],
  },
  leaveSchool: {
    method: 'POST',
    path: '/api/school/leave',
    access: 'account',
    summary: 'Leave the school.',
    description: 'The caller keeps their planner. The last administrator must appoint another one first.',
    reply: Done,
    refuses: ['not_found', 'refused_by_rule'],
  },
  acceptSchool: {
    method: 'POST',
    path: '/api/school/invitations/:id/accept',
    access: 'account',
    summary: 'Accept a school’s invitation.',
    description: 'Users can only belong to one school. If email is set up, the caller’s email must be confirmed.',
    params: Id,
    reply: Done,
    refuses: ['stale', 'refused_by_rule', 'sign_up_needed', 'address_unconfirmed'],
  },
  declineSchool: {
    method: 'POST',
    path: '/api/school/invitations/:id/decline',
    access: 'account',
    summary: 'Decline a school’s invitation.',
    description: 'The school’s administrators see that it was declined.',
    params: Id,
    reply: Done,
    refuses: ['stale'],
  },
  looks: {
    method: 'GET',
    path: '/api/school/looks',
    access: 'account',
    summary: 'List when school administrators viewed the caller’s schedule.',
    description: `Returns the latest ${LOOKS_SHOWN} views and sub plans, newest first.`,
    reply: z.array(LoggedView),
  },
  setSharedDevices: {
    method: 'PATCH',
    path: '/api/admin/school-devices',
    access: 'schoolAdministrator',
    summary: 'Set whether the devices of the school’s teachers keep nothing.',
    description: 'If they do, a device keeps a teacher’s planner only after the teacher says there that it is their own.',
    body: z.strictObject({ usesSharedDevices: z.boolean() }),
    reply: Done,
  },
  teachers: {
    method: 'GET',
    path: '/api/admin/teachers',
    access: 'schoolAdministrator',
    summary: 'List the school’s teachers by name.',
    description: 'Returns everyone in the caller’s school, including administrators.',
    reply: z.array(Teacher),
  },
  setAdministrator: {
    method: 'PATCH',
    path: '/api/admin/teachers/:id',
    access: 'schoolAdministrator',
    summary: 'Add or remove a teacher’s administrator role.',
    description: 'Returns the teacher. A school always keeps at least one administrator.',
    params: Id,
    body: z.object({ isAdministrator: z.boolean() }),
    reply: Teacher,
    refuses: ['refused_by_rule'],
    needsProof: true,
  },
  removeTeacher: {
    method: 'DELETE',
    path: '/api/admin/teachers/:id',
    access: 'schoolAdministrator',
    summary: 'Remove a teacher from the school.',
    description: 'The teacher keeps their planner.',
    params: Id,
    reply: Done,
    refuses: ['refused_by_rule'],
    needsProof: true,
  },
  remindToConfirm: {
    method: 'POST',
    path: '/api/admin/teachers/:id/confirm-address',
    access: 'schoolAdministrator',
    summary: 'Email a teacher the link for confirming their address again.',
    description: 'Refuses if the address is already confirmed. Each address receives a limited number of emails per day.',
    params: Id,
    reply: Done,
    refuses: ['refused_by_rule', 'not_configured', 'too_many'],
    perHour: PER_HOUR.schoolInvites,
    protects: 'mail',
  },
  teacherDays: {
    method: 'GET',
    path: '/api/admin/teacher-calendar/:id',
    access: 'schoolAdministrator',
    summary: 'Get the days of one of the school’s teachers, without alerts.',
    description: 'Returns one date or a date range (up to 400 days). The teacher can see who viewed them.',
    params: Id,
    query: OneDayOrRange,
    reply: z.array(CalendarDay),
    refuses: ['refused_by_rule', 'cannot_write'],
  },
  teacherMarks: {
    method: 'GET',
    path: '/api/admin/teacher-calendar/:id/marks',
    access: 'schoolAdministrator',
    summary: 'Get the days of one of the school’s teachers that are blocked or have a note, without lessons.',
    description: 'A range can be up to 400 days. The teacher can see who viewed them.',
    params: Id,
    query: DayRange,
    reply: z.array(DayMark),
    refuses: ['refused_by_rule', 'cannot_write'],
  },
  viewedMember: {
    method: 'GET',
    path: '/api/admin/teachers/:id',
    access: 'schoolAdministrator',
    summary: 'Get one of the school’s teachers.',
    description: 'Returns their name, picture, time zone, classes, and whether they share student notes.',
    params: Id,
    reply: ViewedTeacher,
  },
  teacherPlan: {
    method: 'POST',
    path: '/api/admin/sub-plans/generate/:id',
    access: 'schoolAdministrator',
    ifRepeated: 'runsAgain',
    summary: 'Generate a sub plan from a teacher’s days.',
    description: 'Returns HTML. Includes their student notes only if they allow it, and never alerts.',
    params: Id,
    body: z.strictObject({ dates: SubPlanDates, ...SubPlanSelection.shape }),
    document: 'text/html',
    reply: z.string(),
    refuses: ['refused_by_rule', 'cannot_write'],
    perMinute: PER_MINUTE.subPlans,
  },
  schoolInvitations: {
    method: 'GET',
    path: '/api/admin/school-invitations',
    access: 'schoolAdministrator',
    summary: 'List the school’s pending and declined invitations, latest first.',
    description: 'Returns each invitation with its email address and status.',
    reply: z.array(SentSchoolInvitation),
  },
  inviteTeacher: {
    method: 'POST',
    path: '/api/admin/school-invitations',
    access: 'schoolAdministrator',
    summary: 'Invite a teacher by email to join the school.',
    description: 'Returns the invitation. Someone without an account finds it after signing up.',
    body: z.object({ email: EmailAddress }),
    reply: SentSchoolInvitation,
    answers: [201],
    refuses: ['taken'],
    perHour: PER_HOUR.schoolInvites,
    protects: 'mail',
  },
  inviteTeachers: {
    method: 'POST',
    path: '/api/admin/school-invitations/bulk',
    access: 'schoolAdministrator',
    summary: `Invite up to ${MAX.invitedAtOnce} teachers by email to join the school.`,
    description:
      'Returns the new invitations and the addresses that were skipped. Invites all other addresses, or none if the call is refused. A school can invite at most 400 addresses per hour.',
    body: z.object({ emails: z.array(EmailAddress).check(z.minLength(1), z.maxLength(MAX.invitedAtOnce)) }),
    reply: z.object({ invited: z.array(SentSchoolInvitation), skipped: z.array(SkippedAddress) }),
    refuses: ['too_many'],
  },
  resendInvitation: {
    method: 'POST',
    path: '/api/admin/school-invitations/:id/resend',
    access: 'schoolAdministrator',
    summary: 'Email an invitation again.',
    description:
      'Returns the invitation under a new id, pending again if it was declined. Each address receives a limited number of emails per day.',
    params: Id,
    reply: SentSchoolInvitation,
    refuses: ['too_many'],
    perHour: PER_HOUR.schoolInvites,
    protects: 'mail',
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/admin/school-invitations/:id',
    access: 'schoolAdministrator',
    summary: 'Withdraw an invitation.',
    description: 'Its recipient can no longer accept it.',
    params: Id,
    reply: Done,
  },
})
