/** What the page asks and says about the numbers of days, before they are counted. */
import { weekdayOf } from '#shared/dates.ts'
import { numbersFrom, schoolDays } from '#shared/timetables/numbering/rules.ts'
import { rhythmIn, type YearDraft } from '#web/features/timetables/model/timetable-draft.ts'
import { nextDayOff } from './outcome.ts'

export type Counting = {
  /** The day whose number the teacher sets: today, or the next school day. */
  date: string
  number: number
  /** The number that the day would have, counted from the first day. */
  counted: number
  /** What the next day off decides. Null in weeks A and B, which go on in a week off. */
  next: ReturnType<typeof nextDayOff>
}

/** Returns how the days of a draft are counted. `numbers` are the school's, if the draft follows it. Null if they have no numbers: in a weekly rhythm, and if no school day is left. */
export const countingOf = (
  draft: YearDraft,
  isOff: (date: string) => boolean,
  today: string,
  numbers?: Record<string, number>,
): Counting | null => {
  const { firstDay, lastDay, setByHand } = draft
  const rhythm = rhythmIn(draft)
  const date = schoolDays(firstDay < today ? today : firstDay, lastDay).find((one) => !isOff(one))
  if (rhythm.kind === 'weekly' || date === undefined) return null
  const known = numbers?.[date]
  if (known !== undefined) return { date, number: known, counted: known, next: null }
  const { [date]: set, ...others } = setByHand
  const counted = numbersFrom({ firstDay, lastDay, rhythm, numbers: {}, setByHand: others }, firstDay, isOff)[date] ?? 1
  const next = rhythm.kind === 'cycle' ? nextDayOff({ firstDay, lastDay, setByHand }, rhythm, isOff, date) : null
  return { date, number: set ?? counted, counted, next }
}

/** Returns the numbers to send as set by hand. A cycle is counted from the day that the page asks about, so that its number is what it says. */
export const setByHandIn = (draft: YearDraft, counting: Counting | null, days: number): Record<string, number> => {
  if (!counting) return {}
  const { firstDay, lastDay, setByHand, kind } = draft
  const inYear = Object.entries(setByHand).filter(([date, day]) => date >= firstDay && date <= lastDay && day <= days)
  const set = Object.fromEntries(inYear)
  return kind === 'cycle' ? { ...set, [counting.date]: counting.number } : set
}

/** Returns the number of a day in week A or B. */
export const inWeek = (date: string, isWeekB: boolean): number => weekdayOf(date) + (isWeekB ? 5 : 0)
