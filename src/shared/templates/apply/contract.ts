import * as z from 'zod/mini'
import { OperationId, OperationResult } from '#shared/calendar/contract.ts'
import { daysBetween, weekdayOf } from '#shared/dates.ts'
import { contract, names } from '#shared/endpoint.ts'
import { Day } from '#shared/text.ts'

/** `replace` replaces the day's blocks with the template's. `add` keeps the existing blocks too. */
export const ApplyMode = z.enum(['replace', 'add'])
/** `skip` leaves blocked days unchanged. `fill` adds the blocks but keeps the days blocked. */
const BlockedDays = z.enum(['skip', 'fill'])
const applyInput = {
  mode: z._default(ApplyMode, 'replace'),
  blockedDays: z._default(BlockedDays, 'skip'),
  /**
   * The versions the client last saw, by date (0 if the day was empty). If any version is stale, the server rejects the whole request with
   * 409.
   */
  versions: z._default(z.record(Day, z.int().check(z.minimum(0))), {}),
  operationId: OperationId,
}
export type ApplyOptions = { mode: z.output<typeof ApplyMode>; blockedDays: z.output<typeof BlockedDays> }

/**
 * The effect on a day. `filled`: the day was empty. `replaced` and `added`: the day already had blocks. `skipped`: the day is blocked.
 * `untouched`: the template has no blocks for the day.
 */
export const ApplyOutcome = z.enum(['filled', 'replaced', 'added', 'skipped', 'untouched'])
export type ApplyOutcome = z.output<typeof ApplyOutcome>

const Applied = z
  .object({ ...OperationResult.shape, days: z.array(z.object({ date: z.string(), outcome: ApplyOutcome })) })
  .register(names, { id: 'AppliedTemplate' })
export type Applied = z.output<typeof Applied>

const params = z.object({ id: z.uuid() })

export const templateUse = contract({
  applyDailyTemplate: {
    method: 'POST',
    path: '/api/daily-templates/:id/apply',
    access: 'subscriber',
    summary: 'Apply a daily template to a date.',
    description: 'Returns the changed day and the effect on it. The blocks get new ids, and the operation can be undone.',
    params,
    body: z.object({ date: Day, ...applyInput }),
    reply: Applied,
    refuses: ['stale', 'taken'],
  },
  applyWeeklyTemplate: {
    method: 'POST',
    path: '/api/weekly-templates/:id/apply',
    access: 'subscriber',
    summary: 'Apply a weekly template to the week of a Monday, all days or none.',
    description: 'Returns the changed days and the effect on each. The operation can be undone.',
    params,
    body: z
      .object({
        weekStartDate: Day.check(z.refine((day) => weekdayOf(day) === 1, 'Choose a Monday')),
        /** Days of the week before this date stay as they are. */
        from: z.optional(Day),
        ...applyInput,
      })
      .check(
        z.refine(({ weekStartDate, from }) => from === undefined || (from >= weekStartDate && daysBetween(weekStartDate, from) < 5), {
          error: 'Choose a school day of that week',
          path: ['from'],
        }),
      ),
    reply: Applied,
    refuses: ['stale', 'taken'],
  },
})
