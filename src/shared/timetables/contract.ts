import * as z from 'zod/mini'
import { OperationId, OperationResult } from '#shared/calendar/contract.ts'
import { ClassInput } from '#shared/classes/contract.ts'
import { daysBetween } from '#shared/dates.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { Day, requiredText, Time, Uuid } from '#shared/text.ts'
import { daysOf } from './rules.ts'
import { UnplacedLesson } from './unplaced/contract.ts'

const DAYS_OF_CYCLE = `A cycle has 2 to ${MAX.cycleDays} days`
const OnDayOff = z.enum(['wait', 'skip'])

/**
 * How a timetable repeats. `weekly`: days 1 to 5 are Monday to Friday. `ab`: days 1 to 5 are those of week A, 6 to 10 those of week B.
 * `cycle`: days 1 to `days`. On a day off, a cycle waits (its number comes on the next school day) or skips (the number is used up).
 */
const rhythmOf = <S extends z.core.$ZodType>(onDayOff: S) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('weekly') }),
    z.object({ kind: z.literal('ab') }),
    z.object({
      kind: z.literal('cycle'),
      days: z.int().check(z.minimum(2, DAYS_OF_CYCLE), z.maximum(MAX.cycleDays, DAYS_OF_CYCLE)),
      onDayOff,
    }),
  ])
export const Rhythm = rhythmOf(OnDayOff).register(names, { id: 'Rhythm' })
export const RhythmInput = rhythmOf(z._default(OnDayOff, 'wait')).register(names, { id: 'RhythmInput' })
export type Rhythm = z.output<typeof Rhythm>

const endsLater = z.refine<{ startTime: string; endTime: string }>(({ startTime, endTime }) => startTime < endTime, {
  error: 'End time must be after start time',
  path: ['endTime'],
})
const times = { startTime: Time, endTime: Time }
export const Row = z.object(times).check(endsLater)
type Row = z.output<typeof Row>

/** A class on a day of the rhythm, counted from 1, in a row, counted from 0. */
const Cell = z.object({
  day: z.int().check(z.minimum(1), z.maximum(MAX.cycleDays)),
  row: z.int().check(z.minimum(0), z.maximum(MAX.timetableRows - 1)),
  classId: Uuid,
})
type Cell = z.output<typeof Cell>

/** A class on a weekday (1 is Monday, 5 is Friday), whatever the number of the day. It replaces the classes at its time. */
const FixedLesson = z.object({ weekday: z.int().check(z.minimum(1), z.maximum(5)), ...times, classId: Uuid }).check(endsLater)

/** A lesson without a class on a day of the rhythm, such as lunch. */
const Break = z
  .object({
    day: z.int().check(z.minimum(1), z.maximum(MAX.cycleDays)),
    ...times,
    title: requiredText(MAX.className, 'Please enter a title'),
  })
  .check(endsLater)
type Break = z.output<typeof Break>

/** The rows of times and the class in each cell. */
const grid = {
  rows: z.array(Row).check(z.maxLength(MAX.timetableRows, `A timetable has up to ${MAX.timetableRows} rows`)),
  cells: z.array(Cell).check(
    z.maxLength(MAX.timetableRows * MAX.cycleDays),
    z.refine((cells) => new Set(cells.map(({ day, row }) => `${day} ${row}`)).size === cells.length, 'Choose one class per cell'),
  ),
  fixed: z._default(
    z.array(FixedLesson).check(z.maxLength(MAX.fixedLessons, `A timetable has up to ${MAX.fixedLessons} fixed weekdays`)),
    [],
  ),
}

export const TimetableVersion = z
  .object({ from: z.string(), rows: z.array(Row), cells: z.array(Cell), fixed: z.array(FixedLesson) })
  .register(names, { id: 'TimetableVersion' })
export type TimetableVersion = z.output<typeof TimetableVersion>

export const Timetable = z
  .object({
    id: z.string(),
    firstDay: z.string(),
    lastDay: z.string(),
    rhythm: Rhythm,
    /** In order. Each applies until the next one. Days before the first one have numbers, but got no lessons. */
    versions: z.array(TimetableVersion),
    /** The numbers of the school days by date. Empty for a weekly rhythm, in which the weekday is the number. */
    numbers: z.record(z.string(), z.number()),
    /** The numbers that the teacher set by hand, by date. */
    setByHand: z.record(z.string(), z.number()),
    /** True if the timetable follows the school's year. */
    followsSchool: z.boolean(),
    operationId: z.string(),
  })
  .register(names, { id: 'Timetable' })
export type Timetable = z.output<typeof Timetable>

const uuids = z.record(z.string().check(z.maxLength(MAX.title)), z.nullable(Uuid))
const Existing = z.enum(['keep', 'replace'])
export type Existing = z.output<typeof Existing>

/** Fields of every call that lays lessons down. */
const laying = {
  ...grid,
  /** Classes to create or to change in the same operation, such as those typed into the grid. */
  classes: z._default(
    z.array(ClassInput).check(
      z.maxLength(MAX.classes, `Send up to ${MAX.classes} classes`),
      z.refine((classes) => {
        const ids = classes.flatMap(({ id }) => id ?? [])
        return new Set(ids).size === ids.length
      }, 'List each class once'),
    ),
    [],
  ),
  /** The calendar's version in the preview that the teacher saw. If the calendar has changed since, the call is rejected. */
  version: z.optional(z.int().check(z.minimum(0))),
  operationId: OperationId,
}

const hasTooMany = (breaks: readonly Break[]): boolean => {
  const counts = new Map<number, number>()
  for (const { day } of breaks) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts.values()].some((count) => count > MAX.breaksOfDay)
}

/** True if each lesson without a class is on one of the rhythm's days. */
const breaksFit = ({ rhythm, breaks = [] }: { rhythm?: Rhythm | undefined; breaks?: readonly Break[] | undefined }): boolean =>
  breaks.every(({ day }) => !rhythm || day <= daysOf(rhythm))

type GivenGrid = { rhythm?: Rhythm | undefined; cells?: readonly Cell[] | undefined; rows?: readonly Row[] | undefined }
/** True if each cell is in one of the rows, and on one of the rhythm's days. */
export const fitsGrid = ({ rhythm, cells = [], rows = [] }: GivenGrid): boolean =>
  cells.every(({ day, row }) => (!rhythm || day <= daysOf(rhythm)) && row < rows.length)
export const MISFIT = 'Each class must be in one of the rows and days'

const lengthOf = ({ firstDay, lastDay }: { firstDay?: string; lastDay?: string }) =>
  firstDay === undefined || lastDay === undefined ? 0 : daysBetween(firstDay, lastDay)

export const NewTimetable = z
  .object({
    id: z.optional(Uuid),
    firstDay: Day,
    lastDay: Day,
    rhythm: RhythmInput,
    ...laying,
    /** The first day that gets lessons. */
    from: Day,
    /** How to treat days that have lessons: `keep` adds none, `replace` puts the timetable's lessons in their place. */
    existing: Existing,
    /** Numbers that the teacher set, by date, such as 3 for today. Later days are counted from there. */
    setByHand: z._default(z.record(Day, z.int().check(z.minimum(1), z.maximum(MAX.cycleDays))), {}),
    /** The teacher's answers for titles that resemble a class: the class, or null for none. */
    joins: z._default(uuids, {}),
    /** Lessons without a class to add on each day that gets new lessons. The timetable doesn't keep them: a change of it leaves them alone. */
    breaks: z._default(
      z.array(Break).check(
        z.maxLength(MAX.breaksOfDay * MAX.cycleDays),
        z.refine((breaks) => !hasTooMany(breaks), `Each day can get up to ${MAX.breaksOfDay} lessons without a class`),
      ),
      [],
    ),
    /** True to take the first and last day, the rhythm and the numbers from the school's year. The server ignores those of this call. */
    followsSchool: z.optional(z.boolean()),
  })
  .check(
    z.refine((body) => !(lengthOf(body) < 0), { error: 'The last day can’t be before the first day', path: ['lastDay'] }),
    z.refine((body) => !(lengthOf(body) >= MAX.timetableDays), {
      error: `A timetable can have up to ${MAX.timetableDays} days`,
      path: ['lastDay'],
    }),
    z.refine(({ from, lastDay }) => !(from > lastDay), { error: 'Start filling before the last day', path: ['from'] }),
    z.refine(fitsGrid, { error: MISFIT, path: ['cells'] }),
    z.refine(({ setByHand, rhythm }) => Object.values(setByHand ?? {}).every((day) => !rhythm || day <= daysOf(rhythm)), {
      error: 'Choose one of the cycle’s days',
      path: ['setByHand'],
    }),
    z.refine(breaksFit, { error: 'Each lesson without a class must be on one of the days', path: ['breaks'] }),
  )
  .register(names, { id: 'NewTimetable' })
export type NewTimetable = z.output<typeof NewTimetable>

export const TimetableChange = z
  .object({
    ...laying,
    /** A new last day, for example after snow days were added at the end of the year. */
    lastDay: z.optional(Day),
  })
  .check(z.refine(fitsGrid, { error: MISFIT, path: ['cells'] }))
  .register(names, { id: 'TimetableChange' })
export type TimetableChange = z.output<typeof TimetableChange>

export const TimetableResult = z
  .object({ id: z.string(), ...OperationResult.shape, unplaced: z.array(UnplacedLesson) })
  .register(names, { id: 'TimetableResult' })
export type TimetableResult = z.output<typeof TimetableResult>

const CycleDayResult = z.object({ ...OperationResult.shape, unplaced: z.array(UnplacedLesson) }).register(names, { id: 'CycleDayResult' })
export type CycleDayResult = z.output<typeof CycleDayResult>

export const versionParams = z.object({ id: Uuid, date: Day })

export const timetables = contract({
  timetables: {
    method: 'GET',
    path: '/api/timetables',
    access: 'account',
    summary: 'List your timetables, with the number of each school day.',
    description: 'In order. Time blocks are laid down from a timetable once. They don’t change with it unless a call changes both.',
    reply: z.array(Timetable),
  },
  createTimetable: {
    method: 'POST',
    path: '/api/timetables',
    access: 'subscriber',
    summary: 'Lay down a timetable: its lessons become time blocks, in one operation.',
    description:
      'Days off are skipped. Lunch and other lessons without a class come with `breaks`. Lessons already there join the class that their title names. A timetable that overlaps ends the day before this one starts. Undo removes the lessons and the timetable. Idempotent if you send an `operationId`.',
    body: NewTimetable,
    reply: TimetableResult,
    answers: [201],
    refuses: ['refused_by_rule', 'stale', 'taken'],
  },
  changeTimetable: {
    method: 'PUT',
    path: '/api/timetables/:id/versions/:date',
    access: 'subscriber',
    summary: 'Change a timetable from a date on, with its lessons, in one operation.',
    description:
      'Earlier days stay as they are, and changes from later dates are replaced. If the date already has this grid, later changes stay. Texts stay with their lesson. Lessons that vanish with text become unplaced. Idempotent if you send an `operationId`.',
    params: versionParams,
    body: TimetableChange,
    reply: TimetableResult,
    refuses: ['refused_by_rule', 'stale', 'taken'],
  },
  setCycleDay: {
    method: 'PUT',
    path: '/api/calendar/cycle-days/:date',
    access: 'subscriber',
    summary: 'Set the number of a day in a cycle by hand, or let it be counted again.',
    description:
      'Later days are counted from there, and their lessons are laid down again: each class keeps its plans in order. Earlier days stay as they are.',
    params: z.object({ date: Day }),
    body: z.object({
      /** From 1. Null removes a number that was set by hand. */
      day: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX.cycleDays))),
      operationId: OperationId,
    }),
    reply: CycleDayResult,
    refuses: ['refused_by_rule', 'taken'],
  },
})
