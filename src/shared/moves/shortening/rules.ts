/**
 * Plans short days, on lessons with or without their text. The server carries out the same plan that the web previews.
 *
 * 1. A day that is short already returns to its usual times first.
 * 2. A short day can repeat on its weekday. Days off and days without lessons are skipped.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { daysBetween } from '#shared/dates.ts'
import { type ShortRule, type ShortTimes, shortened, timesByRule, timesInRows } from '#shared/moves/short-days/rules.ts'
import { restored } from '#shared/moves/usual-times/rules.ts'

type Times = Pick<TimeBlock, 'startTime' | 'endTime'>
type Lesson = Times & Pick<TimeBlock, 'id' | 'order' | 'classId' | 'title'> & { usual?: TimeBlock['usual'] | null }
/** A named bell schedule, or a rule. */
export type GivenTimes = { schedule: { name: string; rows: readonly Times[] } } | { rule: ShortRule }
/** What shortens a day: its name, and a function that returns the times of a usual day's lessons. */
export type Shortening = { name: string; timesOf: (lessons: readonly Lesson[]) => ShortTimes }

/** Lessons with fewer minutes are marked as too short. */
export const TOO_SHORT_MINUTES = 15

/** Names what meets at the same time on other days. */
const slotOf = ({ classId, title, startTime }: Lesson): string => `${startTime} ${classId ?? title}`

/** Returns what the teacher sees as the name of a day that a rule shortens. */
export const nameOfRule = (lessons: readonly Lesson[], { startTime, endTime }: Times): string => {
  const usual = restored(lessons)
  const startsLater = usual.some((lesson) => lesson.startTime < startTime)
  const endsEarlier = usual.some((lesson) => lesson.endTime > endTime)
  if (startsLater === endsEarlier) return 'Changed times'
  return startsLater ? 'Late start' : 'Early release'
}

/** Returns how a day is shortened. `lessons` are those of the day that the teacher chose, which a rule's `keep` names. */
export const shorteningBy = (given: GivenTimes, lessons: readonly Lesson[]): Shortening => {
  if ('schedule' in given) {
    const { name, rows } = given.schedule
    const inOrder = inDayOrder(rows)
    return { name, timesOf: (those) => timesInRows(those, inOrder) }
  }
  const { rule } = given
  const kept = new Set(rule.keep)
  const slots = new Set(
    restored(lessons)
      .filter(({ id }) => kept.has(id))
      .map(slotOf),
  )
  const keepOn = (those: readonly Lesson[]) => those.filter((lesson) => slots.has(slotOf(lesson))).map(({ id }) => id)
  return { name: nameOfRule(lessons, rule), timesOf: (those) => timesByRule(those, { ...rule, keep: keepOn(those) }) }
}

/** Returns a day's lessons with their short times. */
export const shortDay = <B extends Lesson>(lessons: readonly B[], { name, timesOf }: Shortening): B[] => {
  const usual = restored(lessons)
  return shortened(usual, timesOf(usual), name)
}

type Day = { date: string; isBlocked: boolean; blocks: readonly unknown[] }

/** Returns the dates that become short, and those that are days off. `days` are those that aren't empty. */
export const shortDates = (days: readonly Day[], { date, until = date }: { date: string; until?: string | undefined }) => {
  const all = days.filter((day) => day.date >= date && day.date <= until && daysBetween(date, day.date) % 7 === 0)
  return {
    dates: all.flatMap((day) => (!day.isBlocked && day.blocks.length > 0 ? [day.date] : [])),
    off: all.flatMap((day) => (day.isBlocked ? [day.date] : [])),
  }
}
