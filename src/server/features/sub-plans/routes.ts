import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { subPlans } from '#shared/sub-plans/contract.ts'
import { makeSubPlan } from './actions.ts'

export const subPlanRoutes = (serving: Serving): void =>
  serve(serving, subPlans, {
    // Anyone signed in may call this, with or without a plan.
    generate: ({ db, actor, body: { dates, ...choices } }) => makeSubPlan(db, { calendar: ownCalendar(actor), dates, choices }),
  })
