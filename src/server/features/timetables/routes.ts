import { resultOf } from '#server/features/calendar/actions.ts'
import { outlineBetween } from '#server/features/calendar/outline/queries.ts'
import { ownCalendar, schoolCalendar } from '#server/features/calendar/policy.ts'
import { versionOf } from '#server/features/calendar/queries.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { arrayFrom } from '#server/lib/json/pieces.ts'
import { type TimetableResult, timetables } from '#shared/timetables/contract.ts'
import { laterLessons } from '#shared/timetables/later/contract.ts'
import { numberOn } from '#shared/timetables/numbering/rules.ts'
import type { Displaced } from '#shared/timetables/plan/rules.ts'
import { type TimetablePreview, timetablePreviews } from '#shared/timetables/preview/contract.ts'
import { type SchoolYearResult, schoolYears } from '#shared/timetables/school/contract.ts'
import { unplacedLessons } from '#shared/timetables/unplaced/contract.ts'
import { changeTimetable, createTimetable, type LaidDown, previewOfChange, previewOfNew, timetablesOf } from './actions.ts'
import { changeLaterLessons } from './later/actions.ts'
import { setCycleDay } from './numbering/actions.ts'
import { answerSchool, putSchoolYear, schoolChangeOf, schoolYearOf } from './school/actions.ts'
import { schoolName } from './school/queries.ts'
import { deleteLesson, placeLesson, unplacedBy, unplacedOf } from './unplaced/actions.ts'

type TimetableCall = { db: Db; actor: Actor; now: Date }

const shownResult = async (db: Db, calendar: CalendarRef, { id, changed }: LaidDown) =>
  resultOf<TimetableResult>(db, calendar, changed, { id, unplaced: await unplacedBy(db, calendar, changed.operationId) })

const displaced = (unplaced: readonly Displaced[]): TimetablePreview['unplaced'] =>
  unplaced.map(({ date, block, reason }) => ({ classId: block.classId ?? null, title: block.title, date, reason }))

const ofPreviews: Handlers<typeof timetablePreviews> = {
  // Anyone signed in may call this, with or without a plan.
  outline: async ({ db, actor, query: { from, to } }) => {
    const calendar = ownCalendar(actor)
    // The version first: a change in between makes the outline newer than its version, and the call that uses it is rejected.
    const version = await versionOf(db, calendar)
    return { version, days: await outlineBetween(db, calendar, from, to) }
  },

  // Anyone signed in may call this, with or without a plan.
  previewTimetable: async ({ db, actor, body }) => {
    const calendar = ownCalendar(actor)
    const version = await versionOf(db, calendar)
    const { days, added, joined, unplaced, resembling } = await previewOfNew(db, calendar, body)
    return {
      version,
      days: days.map(({ date, number, outcome, added, joined, reason }) => ({
        date,
        number: number ?? null,
        outcome,
        added,
        joined,
        reason,
      })),
      added,
      joined,
      unplaced: displaced(unplaced),
      resembling,
    }
  },

  // Anyone signed in may call this, with or without a plan.
  previewVersion: async ({ db, actor, params, body }) => {
    const calendar = ownCalendar(actor)
    const version = await versionOf(db, calendar)
    const { days, added, unplaced, timetable } = await previewOfChange(db, calendar, { ...params, body })
    return {
      version,
      days: days.map(({ date, added }) => ({
        date,
        number: numberOn(timetable, date) ?? null,
        outcome: 'changed',
        added,
        joined: 0,
        reason: null,
      })),
      added,
      joined: 0,
      unplaced: displaced(unplaced),
      resembling: [],
    }
  },
}

const callsOf =
  (quota: Quota) =>
  ({ actor, now }: Omit<TimetableCall, 'db'>, id: string | undefined, calendar: CalendarRef = ownCalendar(actor)) => ({
    id,
    calendar,
    actor: actor.userId,
    now,
    quota: quotaFor(actor, quota),
  })

const ofSchoolYears = (quota: Quota, callOf = callsOf(quota)): Handlers<typeof schoolYears> => ({
  // Anyone signed in may call this, with or without a plan.
  schoolYear: async ({ db, actor }) => {
    const { under } = ownCalendar(actor)
    if (!under) return { schoolName: null, year: null }
    return { schoolName: (await schoolName(db, under.schoolId)) ?? null, year: await schoolYearOf(db, under) }
  },

  // School administrators may call this for their own school.
  putSchoolYear: async ({ db, body, ...call }) => {
    const calendar = schoolCalendar(call.actor)
    const changed = await putSchoolYear(db, callOf(call, body.operationId, calendar), body)
    const year = await schoolYearOf(db, calendar)
    // An administrator undid the first one in the meantime.
    if (!year) throw new Refused('stale', 'The school year was just removed again. Reload to see it.')
    return resultOf<SchoolYearResult>(db, calendar, changed, { year })
  },

  // Anyone signed in may call this, with or without a plan.
  schoolChange: async ({ db, actor, now }) => ({ change: await schoolChangeOf(db, ownCalendar(actor), now) }),

  // Anyone with an active trial or plan may call this.
  answerSchoolChange: async ({ db, params: { id }, body, ...call }) => {
    const changed = await answerSchool(db, callOf(call, body.operationId), { id, ...body })
    return shownResult(db, ownCalendar(call.actor), { id, changed })
  },
})

export const timetableRoutes = (serving: Serving, quota: Quota): void => {
  const callOf = callsOf(quota)
  serve(serving, timetablePreviews, ofPreviews)
  serve(serving, timetables, {
    // Anyone signed in may call this, with or without a plan.
    timetables: ({ db, actor }) => timetablesOf(db, ownCalendar(actor)),
    // Anyone with an active trial or plan may call this.
    createTimetable: async ({ db, body, ...call }) =>
      shownResult(db, ownCalendar(call.actor), await createTimetable(db, callOf(call, body.operationId), body)),
    // Anyone with an active trial or plan may call this.
    changeTimetable: async ({ db, params, body, ...call }) =>
      shownResult(db, ownCalendar(call.actor), await changeTimetable(db, callOf(call, body.operationId), { ...params, body })),
    // Anyone with an active trial or plan may call this.
    setCycleDay: async ({ db, params: { date }, body: { day, operationId }, ...call }) => {
      const calendar = ownCalendar(call.actor)
      const changed = await setCycleDay(db, callOf(call, operationId), { date, day })
      return resultOf(db, calendar, changed, { unplaced: await unplacedBy(db, calendar, changed.operationId) })
    },
  })
  serve(serving, laterLessons, {
    // Anyone with an active trial or plan may call this.
    changeLaterLessons: async ({ db, body: { operationId, ...edit }, ...call }) =>
      resultOf(db, ownCalendar(call.actor), await changeLaterLessons(db, callOf(call, operationId), edit), {}),
  })
  serve(serving, schoolYears, ofSchoolYears(quota))
  serve(serving, unplacedLessons, {
    // Anyone signed in may call this, with or without a plan.
    unplaced: ({ db, actor }) => arrayFrom(unplacedOf(db, ownCalendar(actor))),
    // Anyone with an active trial or plan may call this.
    placeUnplaced: async ({ db, params: { id }, body: { date, blockId, operationId }, ...call }) =>
      resultOf(db, ownCalendar(call.actor), await placeLesson(db, callOf(call, operationId), { id, date, blockId }), {}),
    // Anyone with an active trial or plan may call this.
    deleteUnplaced: async ({ db, params: { id }, query: { operationId }, ...call }) => {
      const changed = await deleteLesson(db, callOf(call, operationId), id)
      return { operationId: changed.operationId }
    },
  })
}
