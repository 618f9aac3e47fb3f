import * as z from 'zod/mini'
import { CalendarDay, type GivenRange, isInOrder, lengthOf, schoolEntry } from '#shared/calendar/contract.ts'
import { contract, isMissing, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { Day } from '#shared/text.ts'

/** A day in the month view: its block-out, its note, and whether any time block has an alert. */
export const DayMark = z
  .object({
    ...z.pick(CalendarDay, { date: true, isBlocked: true, blockedText: true, hasNote: true, noteText: true, version: true }).shape,
    hasAlert: z.boolean(),
    ...schoolEntry,
  })
  .register(names, { id: 'DayMark' })
export type DayMark = z.output<typeof DayMark>

const TOO_MANY = { error: `Request at most ${MAX.readDays} days`, path: ['to'] }
const isReadable = z.refine<GivenRange>((range) => lengthOf(range) < MAX.readDays, TOO_MANY)

const HALF = { error: 'Send both from and to', path: ['to'], params: isMissing }
const readRange = { from: z.optional(Day), to: z.optional(Day) }
const readRangeChecks = [
  z.refine<GivenRange>((query) => (query.from === undefined) === (query.to === undefined), HALF),
  isInOrder,
  isReadable,
]

/** Query for a single date or a date range. If both are omitted, returns all days. */
export const OneDayOrRange = z.object({ date: z.optional(Day), ...readRange }).check(...readRangeChecks)
/** Query for a date range. */
export const DayRange = z.object({ from: Day, to: Day }).check(isInOrder, isReadable)

/** On reads, whether to return the school calendar instead of the caller's own. School administrators only. */
export const schoolWideView = { schoolWideView: z.optional(z.enum(['true', 'false'])) }

export const shown = contract({
  days: {
    method: 'GET',
    path: '/api/calendar',
    access: 'account',
    summary: 'Get the saved days: all of them, one date, or a date range.',
    description:
      'Returns days of the caller’s calendar, or of their school’s if an administrator asks for it. A range can be up to 400 days.',
    query: z.object({ date: z.optional(Day), ...readRange, ...schoolWideView }).check(...readRangeChecks),
    reply: z.array(CalendarDay),
    refuses: ['not_found', 'refused_by_rule'],
  },
  marks: {
    method: 'GET',
    path: '/api/calendar/marks',
    access: 'account',
    summary: 'Get the days in a date range that are blocked or have a note or an alert, without their lessons.',
    description: 'A range can be up to 400 days. Without dates, returns all days that are blocked or have a note.',
    query: z.object({ ...readRange, ...schoolWideView }).check(...readRangeChecks),
    reply: z.array(DayMark),
    refuses: ['not_found', 'refused_by_rule'],
  },
})
