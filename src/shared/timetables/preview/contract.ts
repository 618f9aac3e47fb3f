import * as z from 'zod/mini'
import { Usual } from '#shared/calendar/contract.ts'
import { daysBetween } from '#shared/dates.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { ShortDay } from '#shared/moves/short-days/contract.ts'
import { Day } from '#shared/text.ts'
import { NewTimetable, TimetableChange, versionParams } from '#shared/timetables/contract.ts'

/** A lesson without its text, to preview changes of a whole year. */
export const OutlinedLesson = z
  .object({
    id: z.string(),
    title: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    order: z.number(),
    classId: z.optional(z.nullable(z.string())),
    /** True if the lesson has a text or an alert. */
    hasText: z.boolean(),
    /** True if it has an alert and no text. */
    isAlertOnly: z.optional(z.boolean()),
    /** The first words of the text, up to 60 characters. */
    words: z.optional(z.string()),
    isLocked: z.optional(z.boolean()),
    usual: z.optional(z.nullable(Usual)),
  })
  .register(names, { id: 'OutlinedLesson' })
export type OutlinedLesson = z.output<typeof OutlinedLesson>

const OutlinedDay = z
  .object({
    date: z.string(),
    isBlocked: z.boolean(),
    blockedText: z.nullable(z.string()),
    blocks: z.array(OutlinedLesson),
    /** Only on a short day, also while it has no lessons. */
    short: z.optional(ShortDay),
  })
  .register(names, { id: 'OutlinedDay' })
export type OutlinedDay = z.output<typeof OutlinedDay>

const Outline = z
  .object({
    /** The calendar's version. */
    version: z.number(),
    /** The days of the range that aren't empty or that are short, in order. */
    days: z.array(OutlinedDay),
  })
  .register(names, { id: 'Outline' })

/** A lesson without text that would be unplaced. */
const Displaced = z.object({ classId: z.nullable(z.string()), title: z.string(), date: z.string(), reason: z.string() })

const TimetablePreview = z
  .object({
    /** The calendar's version. Send it with the call that carries the change out. */
    version: z.number(),
    days: z.array(
      z.object({
        date: z.string(),
        /** Null on a day off. */
        number: z.nullable(z.number()),
        outcome: z.enum(['filled', 'replaced', 'changed', 'kept', 'off', 'empty']),
        /** Lessons added. */
        added: z.number(),
        /** Lessons already there that join a class. */
        joined: z.number(),
        /** Why there is no school. */
        reason: z.nullable(z.string()),
      }),
    ),
    added: z.number(),
    joined: z.number(),
    unplaced: z.array(Displaced),
    /** Titles of lessons that resemble a class, for the teacher to decide. */
    resembling: z.array(z.object({ title: z.string(), lessons: z.number(), classIds: z.array(z.string()) })),
  })
  .register(names, { id: 'TimetablePreview' })
export type TimetablePreview = z.output<typeof TimetablePreview>

export const timetablePreviews = contract({
  outline: {
    method: 'GET',
    path: '/api/timetables/outline',
    access: 'account',
    summary: 'Get the lessons of up to 400 days without their text.',
    description: 'For previews. Includes the school’s days off.',
    query: z.object({ from: Day, to: Day }).check(
      z.refine(({ from, to }) => !(daysBetween(from, to) < 0 || daysBetween(from, to) >= MAX.timetableDays), {
        error: `Choose a range of up to ${MAX.timetableDays} days`,
        path: ['to'],
      }),
    ),
    reply: Outline,
    refuses: ['refused_by_rule'],
  },
  previewTimetable: {
    method: 'POST',
    path: '/api/timetables/preview',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Preview what a timetable would add. Changes nothing.',
    description: 'Takes what `POST /api/timetables` takes.',
    goesOn: true,
    body: NewTimetable,
    reply: TimetablePreview,
    refuses: ['refused_by_rule', 'taken'],
  },
  previewVersion: {
    method: 'POST',
    path: '/api/timetables/:id/versions/:date/preview',
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: 'Preview a change of a timetable from a date on. Changes nothing.',
    description: 'Takes what `PUT /api/timetables/{id}/versions/{date}` takes.',
    goesOn: true,
    params: versionParams,
    body: TimetableChange,
    reply: TimetablePreview,
    refuses: ['refused_by_rule', 'taken'],
  },
})
