import * as z from 'zod/mini'
import { OperationId, OperationResult } from '#shared/calendar/contract.ts'
import { daysBetween } from '#shared/dates.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { Day, requiredText } from '#shared/text.ts'
import { Rhythm, RhythmInput, Row, TimetableResult } from '#shared/timetables/contract.ts'
import { daysOf } from '#shared/timetables/rules.ts'

/** The times of a school's day, such as 'Regular' or 'Early release'. */
const BellSchedule = z
  .object({
    id: z.uuid(),
    name: requiredText(MAX.className, 'Enter a name'),
    rows: z.array(Row).check(z.maxLength(MAX.timetableRows, `A bell schedule has up to ${MAX.timetableRows} rows`)),
  })
  .register(names, { id: 'BellSchedule' })
export type BellSchedule = z.output<typeof BellSchedule>

export const SchoolYear = z
  .object({
    firstDay: z.string(),
    lastDay: z.string(),
    rhythm: Rhythm,
    /** The numbers of the school days by date, counted over the school's days off. Empty for a weekly rhythm. */
    numbers: z.record(z.string(), z.number()),
    /** The numbers that an administrator set by hand, by date. Without any, the first school day is Day 1. */
    setByHand: z.record(z.string(), z.number()),
    bellSchedules: z.array(BellSchedule),
    operationId: z.string(),
  })
  .register(names, { id: 'SchoolYear' })
export type SchoolYear = z.output<typeof SchoolYear>

type GivenYear = { firstDay?: string; lastDay?: string }
const lengthOf = ({ firstDay, lastDay }: GivenYear) =>
  firstDay === undefined || lastDay === undefined ? 0 : daysBetween(firstDay, lastDay)

export const SchoolYearInput = z
  .object({
    firstDay: Day,
    lastDay: Day,
    rhythm: RhythmInput,
    setByHand: z._default(z.record(Day, z.int().check(z.minimum(1), z.maximum(MAX.cycleDays))), {}),
    bellSchedules: z._default(
      z.array(BellSchedule).check(
        z.maxLength(MAX.bellSchedules, `A school has up to ${MAX.bellSchedules} bell schedules`),
        z.refine((schedules) => new Set(schedules.map(({ id }) => id)).size === schedules.length, 'Each bell schedule needs its own id'),
      ),
      [],
    ),
    /** The `operationId` of the year that the administrator saw, null if there was none. A year that was changed since isn't overwritten. */
    basedOn: z.optional(z.nullable(z.uuid())),
    operationId: OperationId,
  })
  .check(
    z.refine((year) => !(lengthOf(year) < 0), { error: 'The last day can’t be before the first day', path: ['lastDay'] }),
    z.refine((year) => !(lengthOf(year) >= MAX.timetableDays), {
      error: `A school year can have up to ${MAX.timetableDays} days`,
      path: ['lastDay'],
    }),
    z.refine(({ setByHand, rhythm }) => Object.values(setByHand ?? {}).every((day) => !rhythm || day <= daysOf(rhythm)), {
      error: 'Choose one of the cycle’s days',
      path: ['setByHand'],
    }),
  )
  .register(names, { id: 'SchoolYearInput' })
export type SchoolYearInput = z.output<typeof SchoolYearInput>

/** A school's change, and its effect on a teacher's timetable. */
const SchoolChange = z
  .object({
    timetableId: z.string(),
    /** Names this state of the school. Send it with the answer. */
    key: z.string(),
    /** The changes, as sentences. */
    changes: z.array(z.string()),
    /** False if the timetable can't be updated because the school's days repeat in another way. */
    canUpdate: z.boolean(),
    /** The days that an update changes. */
    dates: z.array(z.string()),
    /** Number of lessons that move to another day. */
    moved: z.number(),
    /** How many school days all of them move, negative for earlier. Null if they differ. */
    by: z.nullable(z.number()),
    /** Number of new lessons, and of lessons with text that lose their day. */
    added: z.number(),
    unplaced: z.number(),
  })
  .register(names, { id: 'SchoolChange' })
export type SchoolChange = z.output<typeof SchoolChange>

export const SchoolAnswer = z
  .object({
    /** The `key` of the change that the teacher saw. */
    key: z.string().check(z.maxLength(64)),
    answer: z.enum(['update', 'keep']),
    operationId: OperationId,
  })
  .register(names, { id: 'SchoolAnswer' })
export type SchoolAnswer = z.output<typeof SchoolAnswer>

const SchoolYearResult = z.object({ ...OperationResult.shape, year: SchoolYear }).register(names, { id: 'SchoolYearResult' })
export type SchoolYearResult = z.output<typeof SchoolYearResult>

export const schoolYears = contract({
  schoolYear: {
    method: 'GET',
    path: '/api/school/year',
    access: 'account',
    summary: 'Get the year of the caller’s school: its dates, its rhythm, and its bell schedules.',
    description: 'Days off are block-outs in the school’s calendar. Both fields are null if the caller isn’t in a school.',
    reply: z.object({ schoolName: z.nullable(z.string()), year: z.nullable(SchoolYear) }),
  },
  putSchoolYear: {
    method: 'PUT',
    path: '/api/school/year',
    access: 'schoolAdministrator',
    summary: 'Set the school’s year.',
    description:
      'Teachers whose timetable is affected get one question. Nothing in their planners changes until they answer it. Idempotent if you send an `operationId`.',
    body: SchoolYearInput,
    reply: SchoolYearResult,
    refuses: ['not_found', 'stale', 'taken'],
  },
  schoolChange: {
    method: 'GET',
    path: '/api/timetables/school-change',
    access: 'account',
    summary: 'Get what your school changed that affects your timetable, until you answer.',
    description: 'Null if there is nothing to answer. Counts only differences from today on, and recent days that the school closed.',
    reply: z.object({ change: z.nullable(SchoolChange) }),
  },
  answerSchoolChange: {
    method: 'POST',
    path: '/api/timetables/:id/school-change',
    access: 'subscriber',
    summary: 'Update a timetable after its school changed, or keep it as it is.',
    description:
      'With `update`, the days are counted again, and the later lessons are laid down again: each class keeps its plans in order. `keep` holds until the school changes something again. Idempotent if you send an `operationId`.',
    params: z.object({ id: z.uuid() }),
    body: SchoolAnswer,
    reply: TimetableResult,
    refuses: ['refused_by_rule', 'stale', 'taken'],
  },
})
