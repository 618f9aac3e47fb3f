/**
 * Separates the school's overlay from the teacher's own day (docs/decisions/0025). The two are separated when a day arrives from the
 * server, so that edits, undo, and merges see only the teacher's own day. The screen shows both.
 */
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { type Marks, marksOf } from '#shared/calendar/rules.ts'
import type { DayMark } from '#shared/calendar/shown/contract.ts'

export type SchoolEntry = { schoolId: string; isBlocked: boolean; blockedText: string | null; noteText: string | null }

/** Marks as returned by the server, including the school's overlay if there is one. */
type Laid = Marks & Pick<DayMark, 'schoolId' | 'userBlocked' | 'userBlockedText' | 'schoolNote'>

/** Returns the school's overlay for a day. Returns null if there is none, and for entries in the school's own calendar. */
export const schoolOf = (day: Laid | null | undefined): SchoolEntry | null => {
  // Only a teacher's day has `userBlocked`.
  if (!day?.schoolId || typeof day.userBlocked !== 'boolean') return null
  const { schoolId, userBlocked, userBlockedText, schoolNote = null } = day
  const isBlocked = day.isBlocked && (!userBlocked || typeof userBlockedText === 'string')
  return { schoolId, isBlocked, blockedText: isBlocked ? day.blockedText : null, noteText: schoolNote }
}

/** Returns the teacher's own marks for a day. */
export const ownMarks = (day: Laid | null | undefined): Marks => {
  const marks = marksOf(day)
  const school = schoolOf(day)
  if (!day || !school) return marks
  const blockedText = school.isBlocked ? (day.userBlockedText ?? null) : day.blockedText
  return { ...marks, isBlocked: day.userBlocked === true, blockedText }
}

/** Returns the teacher's own day, or null if only the school has an entry for it. */
export const ownDay = (day: CalendarDay): CalendarDay | null => {
  const { schoolId, userBlocked: _, userBlockedText: __, schoolNote: ___, ...own } = day
  if (!schoolOf(day)) return day
  return day.version === 0 ? null : { ...own, ...ownMarks(day) }
}

/**
 * Returns a day's marks as displayed. The day is blocked if either the school or the teacher blocks it, and the school's reason takes
 * precedence.
 */
export const marksUnder = (school: SchoolEntry | null, own: Marks): Marks =>
  school?.isBlocked ? { ...own, isBlocked: true, blockedText: school.blockedText } : own

/** Returns the teacher's own mark with the school's overlay applied, in the server's format. */
export const markUnder = (school: SchoolEntry | null, own: DayMark): DayMark =>
  school
    ? {
        ...own,
        ...marksUnder(school, own),
        schoolId: school.schoolId,
        userBlocked: own.isBlocked,
        userBlockedText: school.isBlocked ? own.blockedText : null,
        schoolNote: school.noteText,
      }
    : own
