/** The lesson that is taught now, and the next one. */
import { daysBetween, minutesOf } from '#shared/dates.ts'

export type Timed = { date: string; startTime: string; endTime: string }

/**
 * A moment of a plan.
 *
 * - `date`: the day to show. Today, if the plan has it.
 * - `now` and `next`: places of lessons. Several lessons can be taught at once, for example in two groups.
 * - `state`: `free` is a day without lessons. `ahead` means that the plan's next day is later than today, `past` that its last day was
 *   earlier.
 */
export type Moment = {
  date: string
  now: number[]
  next: number | null
  state: 'lesson' | 'before' | 'between' | 'after' | 'free' | 'ahead' | 'past'
}

/** Returns the moment of a plan at a date and time in the teacher's time zone. `dates` are in order and not empty. */
export const momentAt = (dates: readonly string[], lessons: readonly Timed[], today: string, time: string): Moment => {
  const first = (date: string, after: string): number | null => {
    const coming = lessons.flatMap((lesson, place) => (lesson.date === date && lesson.startTime > after ? [place] : []))
    return coming.reduce<number | null>(
      (best, place) => (isEarlier(lessons[place], best === null ? undefined : lessons[best]) ? place : best),
      null,
    )
  }
  if (!dates.includes(today)) {
    const coming = dates.find((date) => date > today)
    if (coming === undefined) return { date: dates.at(-1) ?? today, now: [], next: null, state: 'past' }
    return { date: coming, now: [], next: first(coming, ''), state: 'ahead' }
  }
  const ofToday = lessons.filter(({ date }) => date === today)
  const now = lessons.flatMap(({ date, startTime, endTime }, place) =>
    date === today && startTime <= time && time < endTime ? [place] : [],
  )
  const next = first(today, time)
  const stateOf = (): Moment['state'] => {
    if (ofToday.length === 0) return 'free'
    if (now.length > 0) return 'lesson'
    if (next === null) return 'after'
    return ofToday.some(({ endTime }) => endTime <= time) ? 'between' : 'before'
  }
  return { date: today, now, next, state: stateOf() }
}

const isEarlier = (one: Timed | undefined, other: Timed | undefined): boolean =>
  one !== undefined && (other === undefined || one.startTime < other.startTime)

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Returns minutes in words, such as '1 hour 23 minutes'. */
export const minutesInWords = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && counted(hours, 'hour'), (rest > 0 || hours === 0) && counted(rest, 'minute')].filter(Boolean).join(' ')
}

/** Returns the share of a lesson that is over, from 0 to 1, and its minutes that are left. */
export const progressAt = ({ startTime, endTime }: Timed, time: string): { part: number; left: number } => {
  const [start, end, at] = [minutesOf(startTime), minutesOf(endTime), minutesOf(time)]
  return { part: Math.min(1, Math.max(0, (at - start) / Math.max(1, end - start))), left: Math.max(0, end - at) }
}

/** Returns how far a later day is, such as 'tomorrow' or 'in 3 days'. */
export const daysInWords = (today: string, date: string): string => {
  const days = daysBetween(today, date)
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
