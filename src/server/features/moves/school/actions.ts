/** The questions that teachers get once when their school closes days on which they have plans, and when it opens them again. */
import { daysOffBetween, outlineOn, versionsOffBetween } from '#server/features/calendar/outline/queries.ts'
import { recordsOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { plannedOpening } from '#server/features/moves/closures/actions.ts'
import { todayOf } from '#server/features/timetables/numbering/actions.ts'
import { waits } from '#server/features/timetables/school/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { addDays } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { SchoolClosures, SchoolOpenings } from '#shared/moves/contract.ts'
import { daysFrom, moveWaysOf } from '#shared/moves/plan/rules.ts'

/** Plans of a day that the school closed can move on up to a week later, because nobody taught them. */
const LATE_DAYS = 7

/** Returns those of the dates on which the teacher has plans that can move. */
const closedQuestion = async (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<SchoolClosures | null> => {
  const [first] = dates
  if (first === undefined) return null
  const outlined = await outlineOn(db, calendar, dates)
  const classes = await classesOf(db, calendar)
  const { isFree } = moveWaysOf(classes)
  const days = daysFrom(outlined, first, classes).map(({ date, blocks }) => ({
    date,
    plans: blocks.filter((block) => block.classId && !block.isLocked && !isFree(block)).length,
  }))
  const asked = days.filter(({ plans }) => plans > 0)
  if (asked.length === 0) return null
  const reasons = new Map(outlined.map(({ date, blockedText }) => [date, blockedText]))
  return {
    days: asked.map(({ date }) => ({ date, reason: reasons.get(date) ?? null })),
    plans: asked.reduce((sum, { plans }) => sum + plans, 0),
  }
}

/** Returns the dates if plans would come back to them or to later lessons. */
const openedQuestion = async (db: Db, calendar: CalendarRef, now: Date, dates: readonly string[]): Promise<SchoolOpenings | null> => {
  const [from, to] = [dates[0], dates.at(-1)]
  if (from === undefined || to === undefined) return null
  const { planned } = await plannedOpening(db, { calendar, now }, { from, to, dates, plans: 'bringBack' }, false)
  return planned.back.length > 0 ? { dates: [...dates], plans: planned.back.length } : null
}

/**
 * Returns the days that the school closed on which the teacher has plans, and those that it opened again after the teacher had moved plans
 * on. Each until the teacher answers or blocks the day out too. A later change of the school's day asks again. In a cycle that waits, a
 * closed day is a question about the timetable instead.
 */
export const schoolClosuresOf = async (
  db: Db,
  calendar: CalendarRef,
  now: Date,
): Promise<{ question: SchoolClosures | null; opened: SchoolOpenings | null }> => {
  if (!calendar.under) return { question: null, opened: null }
  const from = addDays(await todayOf(db, calendar, now), -LATE_DAYS)
  const to = addDays(from, MAX.rangeDays - 1)
  const off = await versionsOffBetween(db, calendar.under, from, to)
  const answers = (await recordsOf(db, calendar, 'closure')).flatMap(({ content }) => Object.entries(content.answered ?? {}))
  if (off.size + answers.length === 0) return { question: null, opened: null }
  const own = await daysOffBetween(db, calendar, from, to)
  const answered = new Set(answers.flatMap(([date, version]) => (off.get(date) === version ? [date] : [])))
  const timetables = await recordsOf(db, calendar, 'timetable')
  const isTimetables = (date: string) =>
    timetables.some(({ content }) => content.firstDay <= date && date <= content.lastDay && waits(content.rhythm))
  const closed = [...off.keys()].filter((date) => !own.has(date) && !answered.has(date) && !isTimetables(date))
  const opened = answers.flatMap(([date]) => (date >= from && date <= to && !off.has(date) && !own.has(date) ? [date] : []))
  return {
    question: await closedQuestion(db, calendar, closed.sort()),
    opened: await openedQuestion(db, calendar, now, [...new Set(opened)].sort()),
  }
}
