/** Says whether a day is short, and returns its lessons at their usual times. Separate from shortening, which the first load doesn't need. */
import type { TimeBlock } from '#shared/calendar/contract.ts'

type Timed = Pick<TimeBlock, 'startTime' | 'endTime'> & { usual?: TimeBlock['usual'] | null }

/** Returns a short day's lessons with their usual times. */
export const restored = <B extends Timed>(lessons: readonly B[]): B[] =>
  lessons.map(({ usual, ...lesson }) => (usual ? { ...lesson, startTime: usual.startTime, endTime: usual.endTime } : lesson) as B)

/** Returns what the teacher calls a short day, or undefined if the day isn't short. */
export const shortDayOf = (lessons: readonly Pick<Timed, 'usual'>[]): string | undefined =>
  lessons.find(({ usual }) => usual)?.usual?.shortDay

/** Returns a short day in words, such as 'Short day: 2-hour delay', or '' for another day. */
export const shortDayInWords = (name: string | undefined): string => (name === undefined ? '' : `Short day: ${name}`)
