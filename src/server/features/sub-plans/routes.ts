import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { subPlans } from '#shared/sub-plans/contract.ts'
import { gatherSubPlan } from './actions.ts'
import { subPlanDocument } from './documents.ts'

export const subPlanRoutes = (serving: Serving): void =>
  serve(serving, subPlans, {
    generate: async ({ db, actor, body: { dates, ...choices } }) =>
      subPlanDocument(await gatherSubPlan(db, { calendar: ownCalendar(actor), dates, choices })),
  })
