import * as z from 'zod/mini'
import { CalendarDay, OperationKind } from '#shared/calendar/contract.ts'
import { schoolWideView } from '#shared/calendar/shown/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { Day } from '#shared/text.ts'

/** Maximum number of changes per page of a day's history. */
export const HISTORY_PAGE = 50

/** A past change to a day, with the day's state before it, or null if the day didn't exist. */
const PastChange = z
  .object({ operationId: z.string(), kind: OperationKind, at: z.string(), before: z.nullable(CalendarDay) })
  .register(names, { id: 'PastChange' })

export const history = contract({
  history: {
    method: 'GET',
    path: '/api/calendar/history',
    access: 'account',
    summary: 'Get the changes of one day in the last 30 days, newest first.',
    description: `Returns ${HISTORY_PAGE} at a time, each with the day’s previous state. For the next page, pass the last operation’s id as \`before\`.`,
    query: z.object({ date: Day, before: z.optional(z.uuid()), ...schoolWideView }),
    refuses: ['not_found', 'refused_by_rule'],
    reply: z.array(PastChange),
  },
})
