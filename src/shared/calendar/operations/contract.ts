import * as z from 'zod/mini'
import { OperationKind } from '#shared/calendar/contract.ts'
import { contract, names } from '#shared/endpoint.ts'

/** How many of the latest operations can be listed. */
export const MOST_OPERATIONS = 20
/** How many titles of lessons an operation is named with. */
export const MOST_TITLES = 3

/** Describes the change that an operation made: to lessons, to marks of days, or to a plan. Null if it changed no day, or more than one thing. */
const Does = z.nullable(
  z.enum(['add', 'change', 'delete', 'block', 'unblock', 'note', 'removeNote', 'bump', 'bumpAll', 'extend', 'pullBack']),
)

/** A class, timetable, unplaced lesson, bell schedule or short day that an operation changed. A timetable has no name. */
const NamedRecord = z.object({
  kind: z.enum(['class', 'timetable', 'unplaced', 'bellSchedule', 'shortDay']),
  does: z.enum(['add', 'change', 'delete']),
  name: z.string(),
})
export type NamedRecord = z.output<typeof NamedRecord>
export type Does = z.output<typeof Does>

const about = {
  does: Does,
  /** The titles of the lessons that changed, each once. If there are more, only the first three. */
  titles: z.array(z.string()),
  /** The first and the last day that got or lost a block-out or a note. */
  marked: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** How many plans moved or were copied, the day that the first one was on, and the one it is on now. Null if it isn't about plans. */
  plans: z.nullable(z.object({ count: z.number(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  /** The record that it changed besides days, or the most telling one of several. Null if it changed none of these kinds. */
  record: z.nullable(NamedRecord),
}
const OperationAbout = z.object(about)
export type OperationAbout = z.output<typeof OperationAbout>

const CalendarOperation = z
  .object({
    id: z.string(),
    kind: OperationKind,
    at: z.string(),
    /** The days that it changed, in order. Empty if it changed only classes, timetables or unplaced lessons. */
    dates: z.array(z.string()),
    ...about,
    isUndone: z.boolean(),
    /** The operation to undo, to undo this one, or to redo it if it is undone. */
    reversedBy: z.string(),
  })
  .register(names, { id: 'CalendarOperation' })
export type CalendarOperation = z.output<typeof CalendarOperation>

export const operations = contract({
  operations: {
    method: 'GET',
    path: '/api/calendar/operations',
    access: 'account',
    summary: 'List the latest operations on the caller’s calendar, newest first.',
    description: `Up to ${MOST_OPERATIONS}, without undos. To undo or redo one, undo its \`reversedBy\`.`,
    reply: z.array(CalendarOperation),
  },
})
