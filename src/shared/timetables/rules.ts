import { isSchoolDay, mondayOf, stepSchoolDay } from '#shared/dates.ts'

/** The part of a rhythm that determines its number of days. */
type RhythmLength = { kind: 'weekly' | 'ab' } | { kind: 'cycle'; days: number }

/** Returns the number of days in a rhythm. */
export const daysOf = (rhythm: RhythmLength): number => (rhythm.kind === 'cycle' ? rhythm.days : rhythm.kind === 'ab' ? 10 : 5)

const asSchoolDay = (day: string): string => (isSchoolDay(day) ? day : stepSchoolDay(day, 1))

/**
 * Returns the first and last day that a teacher most likely means. From June 10 to August, that is the coming school year. During a school
 * year, it is the rest of it, from this week's Monday on.
 */
export const likelyYear = (today: string): { firstDay: string; lastDay: string } => {
  const year = Number(today.slice(0, 4))
  const monthAndDay = today.slice(5)
  const isSummer = monthAndDay >= '06-10' && monthAndDay <= '08-31'
  const start = isSummer ? asSchoolDay(`${year}-08-25`) : mondayOf(isSchoolDay(today) ? today : stepSchoolDay(today, 1))
  const endYear = monthAndDay >= '06-10' ? year + 1 : year
  const end = `${endYear}-06-15`
  return { firstDay: isSummer && start < today ? asSchoolDay(today) : start, lastDay: isSchoolDay(end) ? end : stepSchoolDay(end, -1) }
}
