import { sharedCalendar } from '#server/features/calendar/policy.ts'
import { daysAsJson } from '#server/features/calendar/shown/actions.ts'
import { pagesOfMarks } from '#server/features/calendar/shown/queries.ts'
import { makeSubPlan } from '#server/features/sub-plans/actions.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import { arrayFrom } from '#server/lib/json/pieces.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { collaboration } from '#shared/collaboration/contract.ts'
import { FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { acceptInvite, receivedInvites, respondToInvite, sendInvite, sentInvites, shareNotes } from './actions.ts'
import { calendarShownTo, colleagueAt, teacherShownTo } from './queries.ts'

type StepCall = Omit<Parameters<typeof respondToInvite>[1], 'id'> & { params: { id: string } }
const step =
  (name: Parameters<typeof respondToInvite>[0]) =>
  async ({ params: { id }, ...call }: StepCall) => {
    await respondToInvite(name, { ...call, id })
    return DONE
  }

const found = <T>(what: T | undefined): T => {
  if (what === undefined) throw new Refused('not_found')
  return what
}

export const collaborationRoutes = (serving: Serving, { keys, mailQueue }: { keys: KeyRing; mailQueue: MailQueue }): void =>
  serve(serving, collaboration, {
    // Anyone signed in may call this, with or without a plan.
    findColleague: async ({ db, actor, params: { email } }) => found(await colleagueAt(db, email, actor.userId)),

    // Platform admins may call this.
    // Anyone with an active trial or plan may call this.
    invite: ({ db, actor, now, body }) => sendInvite(db, actor, { email: body.collaboratorEmail, mailQueue }, now),

    // Anyone signed in may call this, with or without a plan.
    sentInvites: ({ db, actor }) => sentInvites(db, actor.userId),

    // Anyone signed in may call this, with or without a plan.
    receivedInvites: ({ db, actor }) => receivedInvites(db, actor.userId),

    // Anyone signed in may call this, with or without a plan.
    accept: async ({ params: { id }, ...call }) => {
      await acceptInvite({ ...call, id }, mailQueue)
      return DONE
    },
    // Anyone signed in may call this, with or without a plan.
    decline: step('decline'),
    // Anyone signed in may call this, with or without a plan.
    deleteInvite: step('delete'),
    // Anyone signed in may call this, with or without a plan.
    revokeSent: step('revokeSent'),
    // Anyone signed in may call this, with or without a plan.
    revokeReceived: step('revokeReceived'),

    // Anyone signed in may call this, with or without a plan.
    shareStudentNotes: ({ params: { id }, body, ...call }) => shareNotes({ ...call, id }, body.includesStudentNotes),

    // Anyone signed in may call this, with or without a plan.
    viewedTeacher: async ({ db, actor, params }) => found(await teacherShownTo(db, actor.userId, params.userId)),

    // Anyone signed in may call this, with or without a plan.
    colleagueDays: async ({ db, actor, params, query: { date, from, to } }) => {
      const [first, last] = date ? [date, date] : [from ?? FIRST_DAY, to ?? LAST_DAY]
      return daysAsJson(db, sharedCalendar(await calendarShownTo(db, actor.userId, params.userId)), first, last)
    },

    // Anyone signed in may call this, with or without a plan.
    colleagueMarks: async ({ db, actor, params, query }) =>
      arrayFrom(pagesOfMarks(db, sharedCalendar(await calendarShownTo(db, actor.userId, params.userId)), query)),

    // Anyone signed in may call this, with or without a plan.
    colleaguePlan: async ({ db, actor, body: { dates, collaboratorUserId, ...choices } }) => {
      const shown = found(await calendarShownTo(db, actor.userId, collaboratorUserId))
      const reader = { userId: actor.userId, getsStudentNotes: shown.includesStudentNotes }
      return makeSubPlan(db, { keys, calendar: sharedCalendar(shown), dates, choices, reader })
    },
  })
