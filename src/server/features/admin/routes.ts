import { timezoneOf } from '#server/features/people/queries.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { admin } from '#shared/admin/contract.ts'
import { mondayOf, monthOf, startOfDay, todayIn } from '#shared/dates.ts'
import { countPeople } from './queries.ts'

export const adminRoutes = (serving: Serving): void =>
  serve(serving, admin, {
    // Platform admins may call this.
    analytics: async ({ db, actor, now }) => {
      const timezone = await timezoneOf(db, actor.userId)
      const today = todayIn(timezone, now.getTime())
      return countPeople(db, { now, week: startOfDay(mondayOf(today), timezone), month: startOfDay(monthOf(today), timezone) })
    },
  })
