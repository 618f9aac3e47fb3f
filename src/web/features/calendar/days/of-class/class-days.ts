/** A class's lessons and the days off between them, as data. {@link ../class-calls.ts} reads them. */
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder, NO_MARKS } from '#shared/calendar/rules.ts'
import type { ClassLesson, ClassLessons, DayOff } from '#shared/classes/lessons/contract.ts'
import { type DayEdit, type DayView, datesOf, withEdit } from '#web/features/calendar/model/edits.ts'

/** The lessons of one class in a range of dates, as last confirmed by the server. */
export type SavedClass = ClassLessons & { classId: string; from: string; to: string }

type ClassDay = { off: string | null; blocks: readonly TimeBlock[] }

const dayIn = ({ lessons, daysOff }: ClassLessons, date: string): ClassDay => ({
  off: daysOff.find((day) => day.date === date)?.reason ?? null,
  blocks: lessons.flatMap((lesson) => (lesson.date === date ? [lesson.block] : [])),
})

const byDate = (a: { date: string }, b: { date: string }): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

/** Returns the class with some days replaced. Lessons on days off are hidden. */
const withDays = <Class extends SavedClass>(saved: Class, days: ReadonlyMap<string, ClassDay>): Class => {
  const others = ({ date }: { date: string }) => !days.has(date)
  const lessons: ClassLesson[] = saved.lessons.filter(others)
  const daysOff: DayOff[] = saved.daysOff.filter(others)
  for (const [date, { off, blocks }] of days) {
    if (off !== null) daysOff.push({ date, reason: off })
    else for (const block of inDayOrder(blocks)) lessons.push({ date, block })
  }
  return { ...saved, lessons: lessons.sort(byDate), daysOff: daysOff.sort(byDate) }
}

const inRange = ({ from, to }: SavedClass, dates: readonly string[]): string[] => dates.filter((date) => date >= from && date <= to)

/** Returns the class as shown on screen, with pending edits applied. Returns the same object if none of them matters. */
export const classWith = (saved: SavedClass, edits: readonly DayEdit[]): SavedClass => {
  const dates = new Set(inRange(saved, edits.flatMap(datesOf)))
  if (dates.size === 0) return saved
  const days = [...dates].map((date): [string, ClassDay] => {
    const { off, blocks } = dayIn(saved, date)
    const marks = off === null ? NO_MARKS : { ...NO_MARKS, isBlocked: true, blockedText: off }
    const day = edits.reduce<DayView>((now, edit) => withEdit(now, date, edit), { marks, blocks })
    return [
      date,
      {
        off: day.marks.isBlocked ? (day.marks.blockedText ?? '') : null,
        blocks: day.blocks.filter(({ classId }) => classId === saved.classId),
      },
    ]
  })
  return withDays(saved, new Map(days))
}

/** Returns the class with days as the server returned them, for example after a save. */
export const classWithEntries = (saved: SavedClass, entries: ReadonlyMap<string, CalendarDay | null>): SavedClass => {
  const dates = inRange(saved, [...entries.keys()])
  if (dates.length === 0) return saved
  const days = dates.map((date): [string, ClassDay] => {
    const entry = entries.get(date)
    const blocks = entry?.blocks.filter(({ classId, usual }) => classId === saved.classId && !usual?.isLeftOut) ?? []
    return [date, { off: entry?.isBlocked ? (entry.blockedText ?? '') : null, blocks }]
  })
  return withDays(saved, new Map(days))
}

/** True if one of these days may be off although its new entry isn't, because the school's day off isn't in the entry. */
export const mayStayOff = ({ daysOff }: SavedClass, entries: ReadonlyMap<string, CalendarDay | null>): boolean =>
  daysOff.some(({ date }) => entries.has(date) && !entries.get(date)?.isBlocked)
