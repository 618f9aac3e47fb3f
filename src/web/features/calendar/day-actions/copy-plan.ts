/** What copying a day to others would do, and why it may not. Pure. */
import { MAX_BLOCKS, MAX_SAVED_DAYS } from '#shared/calendar/contract.ts'
import { addDays, formatDay, mondayOf, schoolWeekOf } from '#shared/dates.ts'

/** What counts of a day that gets the copies. */
type Target = { date: string; marks: { isBlocked: boolean }; lessons: readonly unknown[] }

/** The days that a teacher chooses at once: those after `date` in its week, and the week after. */
export const spansAfter = (date: string): { label: string; dates: string[] }[] => [
  { label: 'Rest of this week', dates: schoolWeekOf(date).filter((day) => day > date) },
  { label: 'All of next week', dates: schoolWeekOf(addDays(mondayOf(date), 7)) },
]

export type CopyPlan = {
  /** 'Tuesday, November 17, 2026: 3 lessons' for each day that has some already. */
  taken: string[]
  /** Why it cannot be done at all. */
  problem: string | null
  /** Why the copies cannot stand beside what is there. */
  noRoom: string | null
}

export const planCopy = (count: number, targets: readonly Target[]): CopyPlan => {
  const taken = targets.filter(({ lessons }) => lessons.length > 0)
  const full = taken.find(({ lessons }) => lessons.length + count > MAX_BLOCKS)
  return {
    taken: taken.map(({ date, lessons }) => `${formatDay(date, 'full')}: ${lessons.length} lesson${lessons.length === 1 ? '' : 's'}`),
    problem: targets.length > MAX_SAVED_DAYS ? `A day can be copied to at most ${MAX_SAVED_DAYS} days at once.` : null,
    noRoom: full ? `There is no room on ${formatDay(full.date, 'full')} for both: a day holds at most ${MAX_BLOCKS} time blocks.` : null,
  }
}
