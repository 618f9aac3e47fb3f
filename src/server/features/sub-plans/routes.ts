import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { subPlans } from '#shared/sub-plans/contract.ts'
import { makeSubPlan } from './actions.ts'

type Parts = { addressOfLink: (call: Pick<Call, 'db' | 'actor' | 'now' | 'request'>, id: string) => Promise<string> }
type Call = Parameters<Handlers<typeof subPlans>['generate']>[0]

export const subPlanRoutes = (serving: Serving, { addressOfLink }: Parts): void =>
  serve(serving, subPlans, {
    // Anyone signed in may call this, with or without a plan.
    generate: async ({ body: { dates, linkId, ...choices }, ...call }) => {
      const linkUrl = linkId === undefined ? undefined : await addressOfLink(call, linkId)
      return makeSubPlan(call.db, { calendar: ownCalendar(call.actor), dates, choices }, linkUrl)
    },
  })
