import { ownCalendar } from '#server/features/calendar/policy.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { search } from '#shared/search/contract.ts'
import { find } from './actions.ts'

export const searchRoutes = (serving: Serving): void => {
  serve(serving, search, {
    find: ({ db, actor, query: { q = '', title = '', from, to } }) => find(db, ownCalendar(actor), { q, title, from, to }),
  })
}
