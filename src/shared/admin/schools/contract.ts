import * as z from 'zod/mini'
import { Done, EmailAddress, Timezone } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_HOUR } from '#shared/limits.ts'
import { SentSchoolInvitation, Teacher } from '#shared/schools/contract.ts'
import { requiredText, text } from '#shared/text.ts'

/** Maximum number of schools in a list response. */
export const SCHOOLS_AT_MOST = 100

const SchoolName = requiredText(MAX.schoolName, 'Enter the school’s name.')

export const ListedSchool = z
  .object({ id: z.string(), name: z.string(), timezone: z.string(), teachers: z.number(), administrators: z.number() })
  .register(names, { id: 'ListedSchool' })
export type ListedSchool = z.output<typeof ListedSchool>

const OfSchool = z.object({ schoolId: z.uuid() })
const OfMember = z.object({ schoolId: z.uuid(), userId: z.uuid() })

export const adminSchools = contract({
  listSchools: {
    method: 'GET',
    path: '/api/admin/schools',
    access: 'platformAdministrator',
    summary: 'List schools with `q` in their name, by name.',
    description: `Returns the first ${SCHOOLS_AT_MOST}, each with its number of teachers and administrators.`,
    query: z.object({ q: z.optional(text(100)) }),
    reply: z.array(ListedSchool),
    refuses: ['too_large'],
  },
  openSchool: {
    method: 'POST',
    path: '/api/admin/schools',
    access: 'platformAdministrator',
    summary: 'Create an empty school.',
    description: 'Returns its id. Invited teachers can be made its administrators once they accept.',
    body: z.object({ name: SchoolName, timezone: Timezone }),
    reply: z.object({ id: z.string() }),
    answers: [201],
  },
  school: {
    method: 'GET',
    path: '/api/admin/schools/:schoolId',
    access: 'platformAdministrator',
    summary: 'Get a school with its teachers and its pending and declined invitations.',
    description: 'Returns nothing that its teachers planned.',
    params: OfSchool,
    reply: z.object({
      id: z.string(),
      name: z.string(),
      timezone: z.string(),
      members: z.array(Teacher),
      invitations: z.array(SentSchoolInvitation),
    }),
  },
  renameSchool: {
    method: 'PATCH',
    path: '/api/admin/schools/:schoolId',
    access: 'platformAdministrator',
    summary: 'Rename a school.',
    description: 'Refused if another school has the name.',
    params: OfSchool,
    body: z.object({ name: SchoolName }),
    reply: Done,
    refuses: ['taken'],
    needsProof: true,
  },
  setMember: {
    method: 'PATCH',
    path: '/api/admin/schools/:schoolId/members/:userId',
    access: 'platformAdministrator',
    summary: 'Add or remove a teacher’s administrator role.',
    description: 'Returns the teacher. A school always keeps at least one administrator.',
    params: OfMember,
    body: z.object({ isAdministrator: z.boolean() }),
    reply: Teacher,
    needsProof: true,
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/admin/schools/:schoolId/members/:userId',
    access: 'platformAdministrator',
    summary: 'Remove a teacher from their school.',
    description: 'The teacher keeps their planner.',
    params: OfMember,
    reply: Done,
    refuses: ['refused_by_rule'],
    needsProof: true,
  },
  inviteMember: {
    method: 'POST',
    path: '/api/admin/schools/:schoolId/invitations',
    access: 'platformAdministrator',
    summary: 'Invite a teacher by email to join a school.',
    description: 'Returns the invitation, which the teacher can accept or decline.',
    params: OfSchool,
    body: z.object({ email: EmailAddress }),
    reply: SentSchoolInvitation,
    answers: [201],
    refuses: ['taken'],
    perHour: PER_HOUR.schoolInvites,
    protects: 'mail',
  },
  withdrawMember: {
    method: 'DELETE',
    path: '/api/admin/schools/:schoolId/invitations/:invitationId',
    access: 'platformAdministrator',
    summary: 'Withdraw a school’s invitation.',
    description: 'Its recipient can no longer accept it.',
    params: z.object({ schoolId: z.uuid(), invitationId: z.uuid() }),
    reply: Done,
  },
})
