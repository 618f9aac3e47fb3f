import { resultOf } from '#server/features/calendar/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import type { Call } from '#server/features/moves/actions.ts'
import {
  bellSchedulesOf,
  changeBellSchedule,
  createBellSchedule,
  deleteBellSchedule,
} from '#server/features/moves/bell-schedules/actions.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import { type Actor, type Serving, serve } from '#server/lib/http/serve.ts'
import { shortDays } from '#shared/moves/short-days/contract.ts'
import { previewShortDay, restoreTimes, shortenDays } from './actions.ts'

export const shortDayRoutes = (serving: Serving, quota: Quota): void => {
  const callOf = ({ actor, now }: { actor: Actor; now: Date }, id?: string): Call => ({
    id,
    calendar: ownCalendar(actor),
    actor: actor.userId,
    now,
    quota: quotaFor(actor, quota),
  })
  serve(serving, shortDays, {
    // Anyone signed in may call this, with or without a plan.
    bellSchedules: ({ db, actor }) => bellSchedulesOf(db, ownCalendar(actor)),
    // Anyone with an active trial or plan may call this.
    createBellSchedule: ({ db, body, ...given }) => createBellSchedule(db, callOf(given), body),
    // Anyone with an active trial or plan may call this.
    changeBellSchedule: ({ db, params, body: { operationId, ...change }, ...given }) =>
      changeBellSchedule(db, callOf(given, operationId), { ...params, ...change }),
    // Anyone with an active trial or plan may call this.
    deleteBellSchedule: async ({ db, params, ...given }) => {
      const { operationId } = await deleteBellSchedule(db, callOf(given), params.id)
      return { operationId }
    },
    // Anyone signed in may call this, with or without a plan.
    previewShortDay: ({ db, actor, body: { operationId: _, ...given } }) => previewShortDay(db, ownCalendar(actor), given),
    // Anyone with an active trial or plan may call this.
    shorten: async ({ db, body: { operationId, ...shortDay }, ...given }) => {
      const call = callOf(given, operationId)
      return resultOf(db, call.calendar, await shortenDays(db, call, shortDay), {})
    },
    // Anyone with an active trial or plan may call this.
    restoreTimes: async ({ db, params, query, ...given }) => {
      const call = callOf(given, query.operationId)
      return resultOf(db, call.calendar, await restoreTimes(db, call, params.date), {})
    },
  })
}
