import * as z from 'zod/mini'
import { OperationId } from '#shared/calendar/contract.ts'
import { daysBetween } from '#shared/dates.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { ApplyMode, ApplyOutcome } from '#shared/templates/apply/contract.ts'
import { BlocksInput } from '#shared/templates/contract.ts'
import { Day } from '#shared/text.ts'

/** A summary of a day with enough detail to predict the effect of adding lessons to it. */
export const DaySummary = z
  .object({
    date: z.string(),
    isBlocked: z.boolean(),
    blockedText: z.nullable(z.string()),
    lessons: z.number(),
    /** The number of lessons that have text. */
    withText: z.number(),
    version: z.number(),
  })
  .register(names, { id: 'DaySummary' })
export type DaySummary = z.output<typeof DaySummary>

const RepeatedDay = z
  .object({
    date: Day,
    /** Zero-based index into `patterns`. */
    pattern: z.int().check(z.minimum(0), z.maximum(MAX.patterns - 1)),
    /** The version the client last saw (0 if the day was empty). If it is stale, the server rejects the whole request with 409. */
    version: z.optional(z.int().check(z.minimum(0))),
  })
  .register(names, { id: 'RepeatedDay' })
export type RepeatedDay = z.output<typeof RepeatedDay>

export const repeats = contract({
  sketches: {
    method: 'GET',
    path: '/api/calendar/sketches',
    access: 'account',
    summary: 'Get summaries of the saved days in a date range.',
    description: `Returns the blocked state, number of lessons, and version of each day. A range can be up to ${MAX.rangeDays} days.`,
    query: z.object({ from: Day, to: Day }).check(
      z.refine(({ from, to }) => from <= to, { error: 'End date can’t be before start date', path: ['to'] }),
      z.refine(({ from, to }) => daysBetween(from, to) < MAX.rangeDays, {
        error: `Request at most ${MAX.rangeDays} days`,
        path: ['to'],
      }),
    ),
    reply: z.array(DaySummary),
    refuses: ['refused_by_rule'],
  },
  repeat: {
    method: 'POST',
    path: '/api/calendar/repeat',
    access: 'subscriber',
    summary: 'Repeat lessons on many days, all or none.',
    description: `Takes up to ${MAX.repeatedDays} days and skips blocked ones. The operation can be undone. Idempotent if you send an \`operationId\`.`,
    holdsLessons: true,
    body: z
      .object({
        /** The distinct daily lesson lists, each sent only once. The server assigns IDs and drops blocks without a title. */
        patterns: z
          .array(BlocksInput)
          .check(
            z.minLength(1, 'Choose what to repeat'),
            z.maxLength(MAX.patterns, `Repeat at most ${MAX.patterns} different days at once`),
          ),
        days: z.array(RepeatedDay).check(
          z.minLength(1, 'Choose at least one day'),
          z.maxLength(MAX.repeatedDays, `Repeat on at most ${MAX.repeatedDays} days at once`),
          z.refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'List each day only once'),
        ),
        mode: z._default(ApplyMode, 'add'),
        operationId: OperationId,
      })
      .check(
        z.refine(({ patterns, days }) => days.every(({ pattern }) => pattern < patterns.length), {
          error: 'Each pattern must be in the list of patterns',
          path: ['days'],
        }),
      ),
    /** Omits the days themselves, because there could be a year's worth of them. */
    reply: z
      .object({ operationId: z.string(), days: z.array(z.object({ date: z.string(), outcome: ApplyOutcome })) })
      .register(names, { id: 'Repeated' }),
    refuses: ['not_found', 'stale', 'taken'],
  },
})
