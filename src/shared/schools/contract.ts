import * as z from 'zod/mini'
import { EmailAddress } from '#shared/accounts/contract.ts'
import { CalendarDay, DayMark, DayRange, OneDayOrRange } from '#shared/calendar/contract.ts'
import { ViewedTeacher } from '#shared/collaboration/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { SubPlanDates, SubPlanSelection } from '#shared/sub-plans/contract.ts'

/** Enough to invite a school's 300 or so teachers within an hour. */
const INVITES_AN_HOUR = 400
const PLANS_A_MINUTE = 10
/** Maximum views in a teacher's viewing log, latest first. */
export const LOOKS_SHOWN = 100

/** A school, as its teachers see it. */
const School = z
  .object({
    id: z.string(),
    name: z.string(),
    timezone: z.string(),
    joinedAt: z.string(),
    /** True if the caller administers it. */
    isAdministrator: z.boolean(),
    /** True if administrators' sub plans may include the caller's student notes. */
    includesStudentNotes: z.boolean(),
    /** The people who can view its teachers' schedules. */
    administrators: z.array(z.object({ id: z.string(), displayName: z.nullable(z.string()), email: z.string() })),
  })
  .register(names, { id: 'School' })
export type School = z.output<typeof School>

/** A school's invitation to the caller. */
const SchoolInvitation = z
  .object({ id: z.string(), schoolName: z.string(), invitedBy: z.nullable(z.string()), invitedAt: z.string() })
  .register(names, { id: 'SchoolInvitation' })
export type SchoolInvitation = z.output<typeof SchoolInvitation>

/** A school administrator viewed the caller's schedule, or made a sub plan from it. */
const Look = z.object({ at: z.string(), by: z.nullable(z.string()), kind: z.enum(['calendar', 'plan']) }).register(names, { id: 'Look' })
export type Look = z.output<typeof Look>

/** A teacher of the school. */
export const Teacher = z
  .object({
    id: z.string(),
    displayName: z.nullable(z.string()),
    email: z.string(),
    /** True once the user has confirmed their email. */
    isAddressConfirmed: z.boolean(),
    isAdministrator: z.boolean(),
  })
  .register(names, { id: 'Teacher' })
export type Teacher = z.output<typeof Teacher>

/** An invitation sent by the school. It stays pending until its recipient has an account. */
export const SentSchoolInvitation = z
  .object({ id: z.string(), email: z.string(), status: z.enum(['waiting', 'declined']), invitedAt: z.string() })
  .register(names, { id: 'SentSchoolInvitation' })

const Done = z.object({ success: z.literal(true) })
const Id = z.object({ id: z.uuid() })

export const schools = contract({
  mySchool: {
    method: 'GET',
    path: '/api/school',
    access: 'account',
    summary: 'The school that the person has joined, and the invitations that wait for them.',
    reply: z.object({ school: z.nullable(School), invitations: z.array(SchoolInvitation) }),
  },
  shareWithSchool: {
    method: 'PATCH',
    path: '/api/school',
    access: 'account',
    summary: 'Say whether substitute plans that administrators of the school make may hold the student notes of the one who asks.',
    body: z.object({ includesStudentNotes: z.boolean() }),
    reply: Done,
    refuses: ['not_found'],
  },
  leaveSchool: {
    method: 'POST',
    path: '/api/school/leave',
    access: 'account',
    summary: 'Leave the school. Its last administrator names another first.',
    reply: Done,
    refuses: ['not_found', 'refused_by_rule'],
  },
  acceptSchool: {
    method: 'POST',
    path: '/api/school/invitations/:id/accept',
    access: 'account',
    summary: 'Join the school that invites. One school at a time. Where mail is set up, by a confirmed address.',
    params: Id,
    reply: Done,
    refuses: ['stale', 'refused_by_rule', 'sign_up_needed', 'address_unconfirmed'],
  },
  declineSchool: {
    method: 'POST',
    path: '/api/school/invitations/:id/decline',
    access: 'account',
    summary: 'Decline the invitation of a school.',
    params: Id,
    reply: Done,
    refuses: ['stale'],
  },
  looks: {
    method: 'GET',
    path: '/api/school/looks',
    access: 'account',
    summary: `When administrators of the school looked at the schedule of the one who asks: the latest ${LOOKS_SHOWN}, newest first.`,
    reply: z.array(Look),
  },
  teachers: {
    method: 'GET',
    path: '/api/admin/teachers',
    access: 'schoolAdministrator',
    summary: 'The teachers who have joined the school, by name.',
    reply: z.array(Teacher),
  },
  setAdministrator: {
    method: 'PATCH',
    path: '/api/admin/teachers/:id',
    access: 'schoolAdministrator',
    summary: 'Make a teacher an administrator of the school, or no longer. One always remains.',
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
    summary: 'Take a teacher out of the school; their planner stays theirs.',
    params: Id,
    reply: Done,
    refuses: ['refused_by_rule'],
    needsProof: true,
  },
  teacherDays: {
    method: 'GET',
    path: '/api/admin/teacher-calendar/:id',
    access: 'schoolAdministrator',
    summary:
      'The days of a teacher of the school: of one date, or from one date to another (400 days at most). Without alerts. The teacher sees who looked.',
    params: Id,
    query: OneDayOrRange,
    reply: z.array(CalendarDay),
    refuses: ['refused_by_rule', 'cannot_write'],
  },
  teacherMarks: {
    method: 'GET',
    path: '/api/admin/teacher-calendar/:id/marks',
    access: 'schoolAdministrator',
    summary: 'The days of a teacher of the school with a block-out or a note from one date to another (400 days at most), without lessons.',
    params: Id,
    query: DayRange,
    reply: z.array(DayMark),
    refuses: ['refused_by_rule', 'cannot_write'],
  },
  viewedMember: {
    method: 'GET',
    path: '/api/admin/teachers/:id',
    access: 'schoolAdministrator',
    summary: 'Whose schedule it is: a teacher of the school.',
    params: Id,
    reply: ViewedTeacher,
  },
  teacherPlan: {
    method: 'POST',
    path: '/api/admin/sub-plans/generate/:id',
    access: 'schoolAdministrator',
    summary: "A substitute plan of a teacher's days. Their student notes are in it only where they said so, alerts never.",
    params: Id,
    body: z.strictObject({ dates: SubPlanDates, ...SubPlanSelection.shape }),
    document: 'text/html',
    reply: z.string(),
    refuses: ['refused_by_rule', 'cannot_write'],
    perMinute: PLANS_A_MINUTE,
  },
  schoolInvitations: {
    method: 'GET',
    path: '/api/admin/school-invitations',
    access: 'schoolAdministrator',
    summary: 'The invitations of the school that wait or were declined, the latest first.',
    reply: z.array(SentSchoolInvitation),
  },
  inviteTeacher: {
    method: 'POST',
    path: '/api/admin/school-invitations',
    access: 'schoolAdministrator',
    summary: 'Invite a teacher by e-mail address to join the school. 201. To an address without an account it waits for one.',
    body: z.object({ email: EmailAddress }),
    reply: SentSchoolInvitation,
    answers: [201],
    refuses: ['taken'],
    perHour: INVITES_AN_HOUR,
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/admin/school-invitations/:id',
    access: 'schoolAdministrator',
    summary: 'Take an invitation back.',
    params: Id,
    reply: Done,
  },
})
