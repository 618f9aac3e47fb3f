/**
 * What a school has put over a day of one of its teachers, apart from the teacher's own (docs/decisions/0025). A day is taken
 * apart when it arrives, so that edits, undo and merges know of one's own day only; what is shown is both.
 */
import type { CalendarDay, DayMark } from '#shared/calendar/contract.ts'
import { type Marks, marksOf } from '#shared/calendar/rules.ts'

export type SchoolEntry = { schoolId: string; isBlocked: boolean; blockedText: string | null; noteText: string | null }

/** Marks as a read of a calendar has them: with what the school says of the day, where it says something. */
type Laid = Marks & Pick<DayMark, 'schoolId' | 'userBlocked' | 'userBlockedText' | 'schoolNote'>

/** Returns what a school has put over the day; null for none, and for an entry in the school's own calendar. */
export const schoolOf = (day: Laid | null | undefined): SchoolEntry | null => {
  // Only of a teacher's day is it said whether they block it as well.
  if (!day?.schoolId || typeof day.userBlocked !== 'boolean') return null
  const { schoolId, userBlocked, userBlockedText, schoolNote = null } = day
  const isBlocked = day.isBlocked && (!userBlocked || typeof userBlockedText === 'string')
  return { schoolId, isBlocked, blockedText: isBlocked ? day.blockedText : null, noteText: schoolNote }
}

/** Returns the teacher's own marks of a day. */
export const ownMarks = (day: Laid | null | undefined): Marks => {
  const marks = marksOf(day)
  const school = schoolOf(day)
  if (!day || !school) return marks
  const blockedText = school.isBlocked ? (day.userBlockedText ?? null) : day.blockedText
  return { ...marks, isBlocked: day.userBlocked === true, blockedText }
}

/** Returns the teacher's own day; null where only the school says something of it. */
export const ownDay = (day: CalendarDay): CalendarDay | null => {
  const { schoolId, userBlocked: _, userBlockedText: __, schoolNote: ___, ...own } = day
  if (!schoolOf(day)) return day
  return day.version === 0 ? null : { ...own, ...ownMarks(day) }
}

/** Returns the marks of a day as they are shown: it is blocked where either blocks it, and says the school's reason first. */
export const marksUnder = (school: SchoolEntry | null, own: Marks): Marks =>
  school?.isBlocked ? { ...own, isBlocked: true, blockedText: school.blockedText } : own

/** Returns the teacher's own mark of a day with the school's over it, as a read has it. */
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
