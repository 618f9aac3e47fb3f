import * as z from 'zod/mini'
import { OperationId, OperationResult, TimeBlockInput, Version } from '#shared/calendar/contract.ts'
import { daysBetween } from '#shared/dates.ts'
import { contract } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { Day } from '#shared/text.ts'

const daysUntil = ({ date, until }: { date?: string; until?: string }) =>
  date === undefined || until === undefined ? 0 : daysBetween(date, until)

export const laterLessons = contract({
  changeLaterLessons: {
    method: 'POST',
    path: '/api/timetables/later-lessons',
    access: 'subscriber',
    summary: 'Save a time block, and give its new title and times to the later ones like it, in one operation.',
    description: `The later ones are those of the same class, or of no class, with the same old title, and with the same old times if the times change. They keep their texts and alerts. \`until\` is at most ${MAX.timetableDays} days later. Idempotent if you send an \`operationId\`.`,
    holdsLessons: true,
    body: z
      .object({
        date: Day,
        /** The time block as edited. It is saved as a whole, like in `POST /api/calendar`. */
        block: TimeBlockInput,
        /** The last day on which later time blocks change. */
        until: Day,
        /** The version of the time block’s day. */
        version: Version,
        operationId: OperationId,
      })
      .check(
        z.refine((body) => !(daysUntil(body) < 0 || daysUntil(body) > MAX.timetableDays), {
          error: `Choose an end date up to ${MAX.timetableDays} days later`,
          path: ['until'],
        }),
      ),
    reply: OperationResult,
    refuses: ['not_found', 'stale', 'taken'],
  },
})
