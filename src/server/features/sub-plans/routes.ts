import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { subPlans } from '#shared/sub-plans/contract.ts'
import { makeSubPlan } from './actions.ts'

/** `pageOfLink` returns the plan of a link that the caller made, as a printable page. */
type Parts = { keys: KeyRing; pageOfLink: (call: Pick<Call, 'db' | 'actor' | 'now' | 'request'>, id: string) => Promise<string> }
type Call = Parameters<Handlers<typeof subPlans>['generate']>[0]

export const subPlanRoutes = (serving: Serving, { keys, pageOfLink }: Parts): void =>
  serve(serving, subPlans, {
    // Anyone signed in may call this, with or without a plan.
    generate: ({ body: { dates, linkId, ...choices }, ...call }) =>
      linkId === undefined ? makeSubPlan(call.db, { keys, calendar: ownCalendar(call.actor), dates, choices }) : pageOfLink(call, linkId),
  })
