/** Plans moves on the days of a calendar, on lessons without their text. The server carries out the same plan that the web previews. */
import { inDayOrder } from '#shared/calendar/rules.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { addDays, LAST_DAY } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import {
  byPlace,
  freeIn,
  type Moved,
  type MoveKind,
  type MoveWays,
  movedPlans,
  type Place,
  type Spot,
  type WhyNot,
} from '#shared/moves/moving/rules.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { type PlannedLesson, readerOf } from '#shared/timetables/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'

type Names = Pick<SchoolClass, 'id' | 'name'>
/** A plan that moves. `to` is null if it becomes unplaced. `isCopy` is true if it stays where it was, too. */
export type Move = { plan: PlannedLesson; from: Place; to: Place | null; isCopy: boolean }
export type MovePlan = {
  /** The days that change, in order. */
  days: { date: string; blocks: PlannedLesson[] }[]
  /** The plans that have no lesson anymore, with the day they were on. */
  unplaced: { date: string; block: PlannedLesson }[]
  /** In the order in which the plans were. */
  moves: Move[]
}
export type Day = { date: string; isOff: boolean; blocks: PlannedLesson[] }

/** Returns how these rules see and create lessons. */
export const moveWaysOf = (classes: readonly Names[]): MoveWays<PlannedLesson> => {
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  return {
    isFree: freeIn(classes),
    fresh: (like) => ({
      ...like,
      id: '',
      title: names.get(like.classId ?? '') ?? like.title,
      hasText: false,
      words: '',
      home: '',
      isCopy: false,
    }),
  }
}

/** Returns the days of an outline from a date on, in order, with their lessons in order. */
export const daysFrom = (days: readonly OutlinedDay[], from: string, classes: readonly Names[]): Day[] => {
  const { isOff, lessonsOn } = readerOf(days, classes)
  return days.flatMap(({ date }) => (date < from ? [] : [{ date, isOff: isOff(date), blocks: inDayOrder(lessonsOn(date)) }]))
}

/** Returns the lessons of each class, in order. */
export const lanesOf = (days: readonly Day[]): Map<string, Spot<PlannedLesson>[]> => {
  const lanes = new Map<string, Spot<PlannedLesson>[]>()
  for (const { date, isOff, blocks } of days)
    for (const block of blocks) {
      const { classId } = block
      if (!classId) continue
      const lane = lanes.get(classId)
      if (lane) lane.push({ date, isOff, block })
      else lanes.set(classId, [{ date, isOff, block }])
    }
  return lanes
}

type Lane = { spots: readonly Spot<PlannedLesson>[]; moved: Moved<PlannedLesson> }
type Arranged = Pick<MovePlan, 'days' | 'unplaced'>

/** Returns the days that change, with the lessons of these classes in their new order. */
export const arranged = (days: readonly Day[], lanes: readonly Lane[]): Arranged => {
  const after = new Map<PlannedLesson, PlannedLesson>()
  const dates = new Set<string>()
  for (const { spots, moved } of lanes) {
    for (const [index, { date, block }] of spots.entries()) {
      const now = moved.blocks[index]
      if (!now || now === block) continue
      after.set(block, now)
      dates.add(date)
    }
  }
  const changed = days.flatMap(({ date, blocks }) =>
    dates.has(date) ? [{ date, blocks: blocks.map((block) => after.get(block) ?? block) }] : [],
  )
  return { days: changed, unplaced: lanes.flatMap(({ moved }) => moved.unplaced) }
}

/** Returns a function that returns a plan's place in these days, or undefined if it isn't there. */
export const placesIn = (days: readonly Day[]) => {
  const before = new Map(days.map(({ date, blocks }) => [date, blocks]))
  return ({ home, id }: PlannedLesson): Place | undefined => {
    const was = before.get(home)?.findLast((block) => block.id === id)
    return was && { date: home, startTime: was.startTime }
  }
}

/** Returns the plans that moved from where they are in `days`, in order. */
export const movesOf = (days: readonly Day[], { days: changed, unplaced }: Arranged, { isFree }: MoveWays<PlannedLesson>): Move[] => {
  const before = new Map(days.map(({ date, blocks }) => [date, blocks]))
  const placeOf = placesIn(days)
  const moves: Move[] = []
  for (const { date, blocks } of changed) {
    const stayed = new Set(before.get(date))
    for (const plan of blocks) {
      if (stayed.has(plan) || isFree(plan)) continue
      const [from, to] = [placeOf(plan), { date, startTime: plan.startTime }]
      if (from && (plan.isCopy || byPlace(from, to) !== 0)) moves.push({ plan, from, to, isCopy: plan.isCopy === true })
    }
  }
  const left = unplaced.map(({ date, block }): Move => {
    const from = placeOf(block) ?? { date, startTime: block.startTime }
    return { plan: block, from, to: null, isCopy: false }
  })
  return [...moves, ...left].sort((a, b) => byPlace(a.from, b.from))
}

type Range = Pick<Timetable, 'firstDay' | 'lastDay'>

/**
 * Returns the last date to which the plans of a date can move: the last day of its timetable. Outside of a timetable, the day before the next
 * one begins.
 */
export const lastDateFor = (timetables: readonly Range[], date: string): string => {
  const own = timetables.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)
  if (own) return own.lastDay
  const next = timetables.map(({ firstDay }) => firstDay).filter((firstDay) => firstDay > date)
  const [first] = next.sort()
  return first === undefined ? LAST_DAY : addDays(first, -1)
}

/** Returns the last date that one request reads for a date: the last one to which its plans can move, or the 400th day. */
export const horizonOf = (timetables: readonly Range[], date: string): string => {
  const [last, most] = [lastDateFor(timetables, date), addDays(date, MAX.timetableDays - 1)]
  return last < most ? last : most
}

/** Returns what a move of the plan of a lesson does, or why it isn't possible. `days` start with the lesson's day and end with its year. */
export const planMove = (
  days: readonly Day[],
  { date, blockId, kind }: { date: string; blockId: string; kind: MoveKind },
  classes: readonly Names[],
): MovePlan | WhyNot => {
  const day = days.find((one) => one.date === date)
  const block = day?.blocks.find(({ id }) => id === blockId)
  if (!day || !block) return 'gone'
  if (!block.classId) return 'noClass'
  if (block.isLocked) return 'locked'
  // A plan that is pulled back into a lesson that isn't shown would seem to be gone.
  if (kind === 'pullBack' && day.isOff) return 'dayOff'
  if (kind === 'pullBack' && block.usual?.isLeftOut) return 'leftOut'
  const ways = moveWaysOf(classes)
  if (kind !== 'pullBack' && ways.isFree(block)) return 'free'
  const spots = lanesOf(days).get(block.classId) ?? []
  const index = spots.findIndex((spot) => spot.block === block)
  const moved = movedPlans(spots, index, kind, ways)
  const plan = arranged(days, [{ spots, moved }])
  if (plan.unplaced.some(({ block }) => block.isCopy)) return 'isLast'
  const moves = movesOf(days, plan, ways)
  return kind === 'pullBack' && !moves.some(({ to }) => to) ? 'nothingLater' : { ...plan, moves }
}
