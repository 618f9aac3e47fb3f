/** What a teacher chooses about a short day, and what it does to the day. Pure. */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { addMinutes, formatTimes, minutesOf } from '#shared/dates.ts'
import type { NamedTimes, ShortDayInput } from '#shared/moves/short-days/contract.ts'
import { type GivenTimes, shortDay, shorteningBy, TOO_SHORT_MINUTES } from '#shared/moves/shortening/rules.ts'
import { isBreak } from '#web/features/calendar/first-week/breaks.ts'

type Times = Pick<TimeBlock, 'startTime' | 'endTime'>
/** A bell schedule's id, or a rule: the day starts late, ends early, or has times that the teacher sets. */
export type Way = 'late' | 'early' | 'own' | { scheduleId: string }

export type Choices = Times & {
  way: Way
  /** The ids of lessons that keep their times. */
  keep: ReadonlySet<string>
  share: 'length' | 'evenly'
  /** The ids of classes that are left out. */
  leaveOut: ReadonlySet<string>
  isWeekly: boolean
}

/** How much later or earlier a day is when a teacher first chooses that. */
const TWO_HOURS = 120

/** Returns the time of a day from its first lesson to its last. */
export const spanOf = (lessons: readonly Times[]): Times => ({
  startTime: lessons.reduce((first, { startTime }) => (startTime < first ? startTime : first), lessons[0]?.startTime ?? '08:00'),
  endTime: lessons.reduce((last, { endTime }) => (endTime > last ? endTime : last), lessons[0]?.endTime ?? '15:00'),
})

/** Returns the times that a rule begins with. */
const timesFor = (way: Exclude<Way, object>, lessons: readonly Times[]): Times => {
  const { startTime, endTime } = spanOf(lessons)
  const some = Math.min(TWO_HOURS, Math.floor((minutesOf(endTime) - minutesOf(startTime)) / 2))
  if (way === 'late') return { startTime: addMinutes(startTime, some), endTime }
  return way === 'early' ? { startTime, endTime: addMinutes(endTime, -some) } : { startTime, endTime }
}

const isLunch = ({ title }: TimeBlock): boolean => isBreak(title) && /lunch/i.test(title)

/** Returns the lessons that keep their times unless the teacher says otherwise: lunch, if it is within the day's new times. */
export const keptAtFirst = (lessons: readonly TimeBlock[], { startTime, endTime }: Times): Set<string> =>
  new Set(lessons.filter((one) => isLunch(one) && one.startTime >= startTime && one.endTime <= endTime).map(({ id }) => id))

/** Returns a rule's choices, with the times and lessons that it begins with. */
export const choicesFor = (way: Way, lessons: readonly TimeBlock[]): Choices => {
  const times = typeof way === 'object' ? spanOf(lessons) : timesFor(way, lessons)
  return { way, ...times, keep: keptAtFirst(lessons, times), share: 'length', leaveOut: new Set(), isWeekly: false }
}

/** Returns the bell schedules that would change the day. */
export const usableSchedules = (schedules: readonly NamedTimes[], lessons: readonly TimeBlock[]): NamedTimes[] => {
  const usual = inDayOrder(lessons)
  const isUsual = ({ rows }: NamedTimes) => {
    const inOrder = inDayOrder(rows)
    return usual.every(({ startTime, endTime }, at) => inOrder[at]?.startTime === startTime && inOrder[at]?.endTime === endTime)
  }
  return schedules.filter((schedule) => schedule.rows.length > 0 && !isUsual(schedule))
}

/** Returns why these choices can't shorten a day, or null. */
export const problemWith = ({ way, startTime, endTime }: Choices): string | null => {
  if (typeof way === 'object') return null
  if (startTime === '' || endTime === '') return 'Enter a start and an end, like 10:00.'
  return startTime < endTime ? null : 'The end must be after the start.'
}

const givenBy = ({ way, ...choices }: Choices, schedules: readonly NamedTimes[]): GivenTimes | undefined => {
  if (typeof way !== 'object') return { rule: { ...choices, keep: [...choices.keep], leaveOut: [...choices.leaveOut] } }
  const schedule = schedules.find(({ id }) => id === way.scheduleId)
  return schedule && { schedule }
}

/** A lesson before and after. `after` is null if it is left out. */
export type ShortLesson = { block: TimeBlock; before: Times; after: Times | null; isTooShort: boolean }
export type ShortPlan = { name: string; lessons: ShortLesson[] }

export const minutesIn = ({ startTime, endTime }: Times): number => minutesOf(endTime) - minutesOf(startTime)

/** Returns what the choices do to a day. `lessons` have their usual times. Undefined if the choices have a problem. */
export const planOf = (choices: Choices, lessons: readonly TimeBlock[], schedules: readonly NamedTimes[]): ShortPlan | undefined => {
  const given = problemWith(choices) === null ? givenBy(choices, schedules) : undefined
  if (!given) return undefined
  const shortening = shorteningBy(given, lessons)
  const after = new Map(shortDay(lessons, shortening).map((block) => [block.id, block]))
  return {
    name: shortening.name,
    lessons: inDayOrder(lessons).map((block) => {
      const short = after.get(block.id) ?? block
      const its = short.usual?.isLeftOut ? null : { startTime: short.startTime, endTime: short.endTime }
      const isShorter = its !== null && minutesIn(its) < minutesIn(block)
      return { block, before: block, after: its, isTooShort: isShorter && minutesIn(its) < TOO_SHORT_MINUTES }
    }),
  }
}

/** Returns the minutes of teaching, without lunch and the like. */
export const teachingMinutes = (lessons: readonly ShortLesson[], which: 'before' | 'after'): number =>
  lessons.reduce((sum, { block, [which]: times }) => sum + (times && !isBreak(block.title) ? minutesIn(times) : 0), 0)

/** True if a bell schedule gives the lessons the same times: they take its rows in order, so it can only leave out the day's last ones. */
export const fitsSchedule = ({ lessons }: ShortPlan): boolean => {
  const first = lessons.findIndex(({ after }) => !after)
  return first === -1 || lessons.slice(first).every(({ after }) => !after)
}

/** Returns the day's new times as rows of a bell schedule. */
export const rowsOf = ({ lessons }: ShortPlan): Times[] =>
  inDayOrder(lessons.flatMap(({ after }) => (after ? [{ startTime: after.startTime, endTime: after.endTime }] : [])))

/** Returns the body of the call that carries the choices out. */
export const bodyOf = ({ way, isWeekly, ...choices }: Choices, { date, last }: { date: string; last: string }): ShortDayInput => {
  const until = isWeekly ? { until: last } : {}
  if (typeof way === 'object') return { date, ...until, bellScheduleId: way.scheduleId }
  const { startTime, endTime, share } = choices
  return { date, ...until, rule: { startTime, endTime, share, keep: [...choices.keep], leaveOut: [...choices.leaveOut] } }
}

/** Returns a plan in a sentence, for the toast and screen readers: '10:00 AM – 2:00 PM. Art is left out.' */
export const planInWords = ({ lessons }: ShortPlan, timeFormat: '12' | '24'): string => {
  const there = lessons.flatMap(({ after }) => after ?? [])
  const names = (those: readonly ShortLesson[]) => [...new Set(those.map(({ block }) => block.title))]
  const [out, short] = [names(lessons.filter(({ after }) => !after)), names(lessons.filter(({ isTooShort }) => isTooShort))]
  const listed = (titles: readonly string[]) =>
    new Intl.ListFormat('en-US').format(titles.length > 3 ? [...titles.slice(0, 2), `${titles.length - 2} more`] : titles)
  return [
    there.length > 0 ? `${formatTimes(spanOf(there), timeFormat)}.` : 'No lesson is left.',
    out.length > 0 && `${listed(out)} ${out.length === 1 ? 'is' : 'are'} left out.`,
    short.length > 0 && `${listed(short)} ${short.length === 1 ? 'is' : 'are'} under ${TOO_SHORT_MINUTES} minutes.`,
  ]
    .filter(Boolean)
    .join(' ')
}
