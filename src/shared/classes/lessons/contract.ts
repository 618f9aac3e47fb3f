import * as z from 'zod/mini'
import { TimeBlock } from '#shared/calendar/contract.ts'
import { DayRange } from '#shared/calendar/shown/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { Uuid } from '#shared/text.ts'

/** One lesson of a class. */
const ClassLesson = z.object({ date: z.string(), block: TimeBlock }).register(names, { id: 'ClassLesson' })
export type ClassLesson = z.output<typeof ClassLesson>

const DayOff = z.object({ date: z.string(), reason: z.string() }).register(names, { id: 'DayOff' })
export type DayOff = z.output<typeof DayOff>

/** A class in order: its lessons, and the days off between them. */
export const ClassLessons = z
  .object({
    /** By date and start time. Lessons on days off aren't included, and neither are those left out on a short day. */
    lessons: z.array(ClassLesson),
    /** The teacher's and the school's days off, by date, whether or not the class would meet on them. */
    daysOff: z.array(DayOff),
  })
  .register(names, { id: 'ClassLessons' })
export type ClassLessons = z.output<typeof ClassLessons>

export const classLessons = contract({
  classLessons: {
    method: 'GET',
    path: '/api/classes/:id/lessons',
    access: 'account',
    summary: 'Get the lessons of one class in a date range, in order, and the days off.',
    description: 'A range can be up to 400 days.',
    params: z.object({ id: Uuid }),
    query: DayRange,
    reply: ClassLessons,
    refuses: ['not_found', 'refused_by_rule'],
  },
})
