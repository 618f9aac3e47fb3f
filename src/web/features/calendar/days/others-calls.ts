/** Reads other users' calendars. Loaded when the user first views one, not with the planner. */

import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { collaboration, type ViewedTeacher } from '#shared/collaboration/contract.ts'
import { schools } from '#shared/schools/contract.ts'
import { client } from '#web/lib/net/api.ts'
import type { CalendarSource } from './calendar-ref.ts'

const colleagues = client(collaboration)
const teachers = client(schools)

export type AskedRange = { from: string; to: string }
export type AskedDays = AskedRange | { date: string }

export const othersDays = ({ kind, owner }: CalendarSource, query: AskedDays): Promise<CalendarDay[]> =>
  kind === 'colleague'
    ? colleagues.colleagueDays({ params: { userId: owner }, query })
    : teachers.teacherDays({ params: { id: owner }, query })

export const othersMarks = ({ kind, owner }: CalendarSource, query: AskedRange): Promise<DayMark[]> =>
  kind === 'colleague'
    ? colleagues.colleagueMarks({ params: { userId: owner }, query })
    : teachers.teacherMarks({ params: { id: owner }, query })

/** Returns the teacher who owns the calendar. */
export const ownerOf = ({ kind, owner }: CalendarSource): Promise<ViewedTeacher> =>
  kind === 'colleague' ? colleagues.viewedTeacher({ params: { userId: owner } }) : teachers.viewedMember({ params: { id: owner } })
