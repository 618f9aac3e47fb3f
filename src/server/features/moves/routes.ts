import { resultOf } from '#server/features/calendar/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import { unplacedBy } from '#server/features/timetables/unplaced/actions.ts'
import { type Actor, type Serving, serve } from '#server/lib/http/serve.ts'
import { type MoveResult, moves, type PlanMove } from '#shared/moves/contract.ts'
import type { Move } from '#shared/moves/plan/rules.ts'
import { yearCopies } from '#shared/moves/years/contract.ts'
import type { CopiedPlan } from '#shared/moves/years/rules.ts'
import { type Call, movePlan, plannedMove } from './actions.ts'
import { closeDays, closuresOf, openDays, plannedClosure, plannedOpening } from './closures/actions.ts'
import { schoolClosuresOf } from './school/actions.ts'
import { copyYear, plannedCopy } from './years/actions.ts'

const shown = ({ plan: { id, title, words = '', classId = null }, from, to }: Move): PlanMove => ({
  blockId: id,
  classId,
  title,
  words,
  from,
  to,
})

const shownCopy = ({ classId, toClassId, plan: { title, words = '' }, from, to, outcome }: CopiedPlan) => ({
  classId,
  toClassId,
  title,
  words,
  from,
  to,
  outcome,
})

export const moveRoutes = (serving: Serving, quota: Quota): void => {
  const callOf = ({ actor, now }: { actor: Actor; now: Date }, id: string | undefined): Call => ({
    id,
    calendar: ownCalendar(actor),
    actor: actor.userId,
    now,
    quota: quotaFor(actor, quota),
  })
  const resultFor = async (db: Parameters<typeof unplacedBy>[0], { calendar }: Call, changed: Awaited<ReturnType<typeof movePlan>>) =>
    resultOf<MoveResult>(db, calendar, changed, { unplaced: await unplacedBy(db, calendar, changed.operationId) })

  serve(serving, moves, {
    // Anyone signed in may call this, with or without a plan.
    previewMove: async ({ db, actor, body }) => ({ moves: (await plannedMove(db, ownCalendar(actor), body)).moves.map(shown) }),
    // Anyone with an active trial or plan may call this.
    move: async ({ db, body: { operationId, ...move }, ...given }) => {
      const call = callOf(given, operationId)
      return resultFor(db, call, await movePlan(db, call, move))
    },
    // Anyone signed in may call this, with or without a plan.
    previewClosure: async ({ db, actor, now, body }) => {
      const { plan } = await plannedClosure(db, { calendar: ownCalendar(actor), now }, body)
      return { moves: plan.moves.map(shown) }
    },
    // Anyone with an active trial or plan may call this.
    close: async ({ db, body: { operationId, ...closure }, ...given }) => {
      const call = callOf(given, operationId)
      return resultFor(db, call, await closeDays(db, call, closure))
    },
    // Anyone signed in may call this, with or without a plan.
    previewOpening: async ({ db, actor, now, body }) => {
      const { planned } = await plannedOpening(db, { calendar: ownCalendar(actor), now }, body)
      return { back: planned.back.map(shown), others: planned.others.map(shown) }
    },
    // Anyone with an active trial or plan may call this.
    open: async ({ db, body: { operationId, ...opening }, ...given }) => {
      const call = callOf(given, operationId)
      return resultFor(db, call, await openDays(db, call, opening))
    },
    // Anyone signed in may call this, with or without a plan.
    closures: ({ db, actor, query }) => closuresOf(db, ownCalendar(actor), query),
    // Anyone signed in may call this, with or without a plan.
    schoolClosures: ({ db, actor, now }) => schoolClosuresOf(db, ownCalendar(actor), now),
  })
  serve(serving, yearCopies, {
    // Anyone signed in may call this, with or without a plan.
    previewYearCopy: async ({ db, actor, body }) => ({ plans: (await plannedCopy(db, ownCalendar(actor), body)).plans.map(shownCopy) }),
    // Anyone with an active trial or plan may call this.
    copyYear: async ({ db, body: { operationId, ...copy }, ...given }) => {
      const call = callOf(given, operationId)
      return resultFor(db, call, await copyYear(db, call, copy))
    },
  })
}
