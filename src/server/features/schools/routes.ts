import { sharedCalendar } from '#server/features/calendar/policy.ts'
import { daysAsJson } from '#server/features/calendar/shown/actions.ts'
import { pagesOfMarks } from '#server/features/calendar/shown/queries.ts'
import { makeSubPlan } from '#server/features/sub-plans/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, DONE, type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { arrayFrom } from '#server/lib/json/pieces.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { RATES } from '#server/lib/limits/rates.ts'
import type { SharedLimits } from '#server/lib/limits/shared-limits.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { LOOKS_SHOWN, schools } from '#shared/schools/contract.ts'
import * as action from './actions.ts'
import { accept, decline, invite, inviteAll, resend, withdraw } from './invitations/actions.ts'
import { invitationsOf, invitationsTo } from './invitations/queries.ts'
import * as query from './queries.ts'
import { recordPlan, recordView, viewLog } from './views/actions.ts'

type SchoolCall = { db: Db; actor: Actor; now: Date }
type Calls<Names extends keyof typeof schools> = Pick<Handlers<typeof schools>, Names>

const schoolIdOf = ({ school }: Actor): string => {
  if (!school) throw new Refused('not_found')
  return school.id
}

const by = ({ actor, now }: SchoolCall) => ({ actorId: actor.userId, schoolId: schoolIdOf(actor), at: now })

/** Returns the teacher's calendar if the caller administers that teacher's school. Throws `not_found` otherwise. */
const teacherAskedFor = async ({ db, actor }: SchoolCall, teacherId: string) => {
  const found = await query.teachersCalendar(db, actor.userId, teacherId)
  const calendar = sharedCalendar(found && { ...found, school: { id: found.schoolId, calendarId: found.schoolCalendarId } })
  return { calendar, getsStudentNotes: found?.getsStudentNotes === true }
}

const asTeacher = (
  mailQueue: MailQueue,
): Calls<'mySchool' | 'shareWithSchool' | 'leaveSchool' | 'acceptSchool' | 'declineSchool' | 'looks'> => ({
  // Anyone signed in may call this, with or without a plan.
  mySchool: async ({ db, actor: { userId } }) => {
    const school = await query.schoolOf(db, userId)
    const invitations = await invitationsTo(db, userId)
    return {
      school: school
        ? { ...school, joinedAt: school.joinedAt?.toISOString() ?? '', administrators: await query.administratorsOf(db, school.id) }
        : null,
      invitations: invitations.map((each) => ({ ...each, invitedAt: each.invitedAt.toISOString() })),
    }
  },

  // Anyone signed in may call this, with or without a plan.
  shareWithSchool: async ({ db, actor, now, body: { includesStudentNotes } }) => {
    await action.share(db, actor.userId, includesStudentNotes, now)
    return DONE
  },

  // Anyone signed in may call this, with or without a plan.
  leaveSchool: async ({ db, actor, now }) => {
    await action.leave(db, { userId: actor.userId, schoolId: schoolIdOf(actor) }, now)
    return DONE
  },

  // Anyone signed in may call this, with or without a plan.
  acceptSchool: async ({ db, actor: { userId, isGuest }, now, params: { id } }) => {
    if (isGuest) throw new Refused('sign_up_needed')
    await accept(db, userId, id, now, mailQueue)
    return DONE
  },

  // Anyone signed in may call this, with or without a plan.
  declineSchool: async ({ db, actor: { userId }, now, params: { id } }) => {
    await decline(db, userId, id, now)
    return DONE
  },

  // Anyone signed in may call this, with or without a plan.
  looks: ({ db, actor: { userId } }) => viewLog(db, userId, LOOKS_SHOWN),
})

const ofTeachers = (
  keys: KeyRing,
): Calls<'teachers' | 'removeTeacher' | 'setSharedDevices' | 'viewedMember' | 'teacherDays' | 'teacherMarks' | 'teacherPlan'> => ({
  // School administrators may call this for their own school.
  teachers: ({ db, actor }) => query.teachersOf(db, schoolIdOf(actor)),

  // School administrators may call this for their own school, after proving who they are.
  removeTeacher: async (call) => {
    await action.remove(call.db, by(call), call.params.id)
    return DONE
  },

  // School administrators may call this for their own school.
  setSharedDevices: async (call) => {
    await action.setSharedDevices(call.db, by(call), call.body.usesSharedDevices)
    return DONE
  },

  // School administrators may call this for their own school.
  viewedMember: async ({ db, actor, params: { id } }) => {
    const found = await query.teachersCalendar(db, actor.userId, id)
    if (!found) throw new Refused('not_found')
    return { ...found, id: found.userId, sharesStudentNotes: found.getsStudentNotes }
  },

  // School administrators may call this for their own school.
  teacherDays: async ({ params: { id }, query: { date, from, to }, ...call }) => {
    const { calendar } = await teacherAskedFor(call, id)
    await recordView(call.db, by(call), id)
    const [first, last] = date ? [date, date] : [from ?? FIRST_DAY, to ?? LAST_DAY]
    return daysAsJson(call.db, calendar, first, last)
  },

  // School administrators may call this for their own school.
  teacherMarks: async ({ params: { id }, query: range, ...call }) => {
    const { calendar } = await teacherAskedFor(call, id)
    await recordView(call.db, by(call), id)
    return arrayFrom(pagesOfMarks(call.db, calendar, range))
  },

  // School administrators may call this for their own school.
  teacherPlan: async ({ params: { id }, body: { dates, ...choices }, ...call }) => {
    const { calendar, getsStudentNotes } = await teacherAskedFor(call, id)
    const reader = { userId: call.actor.userId, getsStudentNotes }
    const plan = await makeSubPlan(call.db, { keys, calendar, dates, choices, reader })
    await recordPlan(call.db, by(call), id)
    return plan
  },
})

type Invitation = Awaited<ReturnType<typeof invite>>
const dated = (invitation: Invitation) => ({ ...invitation, invitedAt: invitation.invitedAt.toISOString() })

const TOO_MANY_INVITES = 'Your school has sent a lot of invitations. Wait a few minutes, then try again.'

type MailCalls = Calls<
  | 'setAdministrator'
  | 'remindToConfirm'
  | 'schoolInvitations'
  | 'inviteTeacher'
  | 'inviteTeachers'
  | 'resendInvitation'
  | 'withdrawInvitation'
>

const byMail = (mailQueue: MailQueue, limits: SharedLimits): MailCalls => ({
  // School administrators may call this for their own school, after proving who they are.
  setAdministrator: (call) => action.setAdministrator(call.db, by(call), { userId: call.params.id, ...call.body }, mailQueue),

  // School administrators may call this for their own school.
  remindToConfirm: async (call) => {
    await action.remindToConfirm(call.db, by(call), call.params.id, mailQueue)
    return DONE
  },

  // School administrators may call this for their own school.
  schoolInvitations: async ({ db, actor }) => (await invitationsOf(db, schoolIdOf(actor))).map(dated),

  // School administrators may call this for their own school.
  inviteTeacher: async (call) => dated(await invite(call.db, by(call), call.body.email, mailQueue)),

  // School administrators may call this for their own school.
  inviteTeachers: async (call) => {
    const { emails } = call.body
    const claim = { key: `invites ${schoolIdOf(call.actor)}`, limit: RATES.bulkInvites, cost: emails.length }
    await limits.require(call.db, claim, call.now, TOO_MANY_INVITES)
    const { invited, skipped } = await inviteAll(call.db, by(call), emails, mailQueue)
    return { invited: invited.map(dated), skipped }
  },

  // School administrators may call this for their own school.
  resendInvitation: async (call) => dated(await resend(call.db, by(call), call.params.id, mailQueue)),

  // School administrators may call this for their own school.
  withdrawInvitation: async (call) => {
    await withdraw(call.db, by(call), call.params.id)
    return DONE
  },
})

export const schoolRoutes = (serving: Serving, { keys, mailQueue }: { keys: KeyRing; mailQueue: MailQueue }): void =>
  serve(serving, schools, { ...asTeacher(mailQueue), ...ofTeachers(keys), ...byMail(mailQueue, serving.limits) })
