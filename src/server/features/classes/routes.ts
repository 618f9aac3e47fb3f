import { resultOf } from '#server/features/calendar/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import { type Actor, type Serving, serve } from '#server/lib/http/serve.ts'
import { classes } from '#shared/classes/contract.ts'
import { classLessons } from '#shared/classes/lessons/contract.ts'
import { addLessons, changeClass, classesOf, createClass, deleteClass } from './actions.ts'
import { lessonsOfClass } from './lessons/actions.ts'

export const classRoutes = (serving: Serving, quota: Quota): void => {
  const callOf = ({ actor, now }: { actor: Actor; now: Date }) => ({
    calendar: ownCalendar(actor),
    actor: actor.userId,
    now,
    quota: quotaFor(actor, quota),
  })
  serve(serving, classLessons, {
    // Anyone signed in may call this, with or without a plan.
    classLessons: ({ db, actor, params, query }) => lessonsOfClass(db, ownCalendar(actor), { ...params, ...query }),
  })
  serve(serving, classes, {
    // Anyone signed in may call this, with or without a plan.
    classes: ({ db, actor }) => classesOf(db, ownCalendar(actor)),
    // Anyone with an active trial or plan may call this.
    createClass: ({ db, body, ...call }) => createClass(db, callOf(call), body),
    // Anyone with an active trial or plan may call this.
    addLessons: async ({ db, body: { operationId, ...given }, ...call }) => {
      const parts = callOf(call)
      return resultOf(db, parts.calendar, await addLessons(db, { ...parts, kind: 'save', id: operationId }, given), {})
    },
    // Anyone with an active trial or plan may call this.
    changeClass: ({ db, params, body: { operationId, ...change }, ...call }) =>
      changeClass(db, { ...callOf(call), id: operationId }, { ...params, ...change }),
    // Anyone with an active trial or plan may call this.
    deleteClass: async ({ db, params, ...call }) => {
      const { operationId } = await deleteClass(db, callOf(call), params.id)
      return { operationId }
    },
  })
}
