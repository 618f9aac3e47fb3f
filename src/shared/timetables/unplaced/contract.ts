import * as z from 'zod/mini'
import { OperationId, OperationResult } from '#shared/calendar/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { Day, Uuid } from '#shared/text.ts'

/** Text that has no day. It never expires. */
export const UnplacedLesson = z
  .object({
    id: z.string(),
    classId: z.nullable(z.string()),
    title: z.string(),
    /** Rich text, as in a time block. */
    description: z.string(),
    /** The day it was on. */
    date: z.string(),
    /** Why it has no day, in a sentence without a period, such as 'Library ends on December 18'. */
    reason: z.string(),
  })
  .register(names, { id: 'UnplacedLesson' })
export type UnplacedLesson = z.output<typeof UnplacedLesson>

export const unplacedLessons = contract({
  unplaced: {
    method: 'GET',
    path: '/api/unplaced',
    access: 'account',
    summary: 'List the lessons that have text but no day.',
    description: 'In order of the day they were on. They never expire.',
    reply: z.array(UnplacedLesson),
  },
  placeUnplaced: {
    method: 'POST',
    path: '/api/unplaced/:id/place',
    access: 'subscriber',
    summary: 'Put an unplaced lesson on a day.',
    description:
      'Without a `blockId`, it goes into the day’s first lesson of its class that has no plan, or else it becomes a lesson of its own. Idempotent if you send an `operationId`.',
    params: z.object({ id: Uuid }),
    body: z.object({ date: Day, blockId: z.optional(z.string().check(z.maxLength(64))), operationId: OperationId }),
    reply: OperationResult,
    refuses: ['refused_by_rule', 'taken'],
  },
  deleteUnplaced: {
    method: 'DELETE',
    path: '/api/unplaced/:id',
    access: 'subscriber',
    summary: 'Delete an unplaced lesson.',
    description: 'Undo brings it back for 30 days.',
    params: z.object({ id: Uuid }),
    query: z.object({ operationId: OperationId }),
    reply: z.object({ operationId: z.string() }),
    refuses: ['taken'],
  },
})
