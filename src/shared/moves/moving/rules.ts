/**
 * Moves plans along the lessons of their class.
 *
 * 1. A plan is what a lesson holds: its text, alert, taught mark, and its title if that isn't the name of the class. Dates, times, locks and
 *    rooms belong to the lesson and stay.
 * 2. A free lesson has no plan. A move ends at the first free lesson, unless all later plans move. If it was marked as taught, the mark goes,
 *    because the plan that comes wasn't taught.
 * 3. Plans jump over locked lessons, days off and lessons that are left out on a short day.
 * 4. A plan without a later lesson is unplaced. No plan is lost.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'

/** A lesson as these rules see it: with its text on the server, without it in a preview. */
export type Movable = Pick<TimeBlock, 'id' | 'startTime' | 'endTime' | 'order' | 'isLocked'> & {
  usual?: TimeBlock['usual'] | null
  isCopy?: boolean
}
/** A lesson's place: its date and the time at which it starts. */
export type Place = { date: string; startTime: string }
/** Sorts by place. */
export const byPlace = (a: Place, b: Place): number => {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  if (a.startTime === b.startTime) return 0
  return a.startTime < b.startTime ? -1 : 1
}
/** True if a place is before another one. */
export const isBefore = (a: Place, b: Place): boolean => byPlace(a, b) < 0

/** Returns when a lesson starts on a usual day. */
export const usualStart = ({ startTime, usual }: Pick<Movable, 'startTime' | 'usual'>): string => usual?.startTime ?? startTime

/** A lesson of a class on its day. */
export type Spot<B> = { date: string; isOff: boolean; block: B }
export type MoveKind = 'bump' | 'bumpAll' | 'extend' | 'pullBack'

export type MoveWays<B> = {
  /** True if the lesson has no plan. */
  isFree: (block: B) => boolean
  /** Creates a free lesson at the times of another one. */
  fresh: (like: B) => B
}

/** Why a plan cannot move, as a sentence. */
export const CANNOT_MOVE = {
  gone: 'This lesson isn’t on that day anymore.',
  noClass: 'This lesson has no class, so it has no next lesson. Give it a class, or move it to another day.',
  locked: 'This lesson is locked, so its plan stays. Unlock it first.',
  isLockedThere: 'The lesson on that day is locked, so its plan stays. Unlock it first.',
  free: 'This lesson has no plan to move.',
  isLast: 'No later lesson of this class is open, so there is none to extend the plan to.',
  dayOff: 'This day is off, so no plan can be pulled back into it.',
  leftOut: 'This lesson is left out on this short day, so no plan can be pulled back into it.',
  nothingLater: 'No later lesson of this class has a plan to pull back.',
} as const
export type WhyNot = keyof typeof CANNOT_MOVE

type Names = Pick<SchoolClass, 'id' | 'name'>
type Named = Pick<TimeBlock, 'title' | 'classId'> & { hasText: boolean }

/** Returns whether a lesson is free: it has no text, and its title is the name of its class. */
export const freeIn = (classes: readonly Names[]): ((lesson: Named) => boolean) => {
  const names = new Map(classes.map(({ id, name }) => [id, comparedName(name)]))
  // Most of a year's lessons share a few titles.
  const known = new Map<string, string>()
  const compared = (title: string): string => {
    const found = known.get(title) ?? comparedName(title)
    known.set(title, found)
    return found
  }
  return ({ hasText, title, classId }) => !hasText && names.get(classId ?? '') === compared(title)
}

export type Moved<B> = {
  /** The class's lessons, in the order of the spots, each with the plan that is in it now. */
  blocks: B[]
  /** The plans that have no lesson anymore, with the day they were on. */
  unplaced: { date: string; block: B }[]
}

/** Returns a plan in the place of another lesson. */
const inPlaceOf = <B extends Movable>(plan: B, { startTime, endTime, order, isLocked, usual }: B): B => {
  const { isLocked: _, usual: __, ...rest } = plan
  return { ...rest, startTime, endTime, order, ...(isLocked && { isLocked }), ...(usual && { usual }) } as B
}

/** True if a plan can move into the lesson. */
export const isOpen = ({ isOff, block }: Spot<Movable>): boolean => !isOff && !block.isLocked && !block.usual?.isLeftOut

/** A plan on its way, with the day that it leaves. */
export type Carried<B> = { date: string; block: B }

/** The plans of a class while they move. A lesson whose plan is undefined is free. */
export const makeLane = <B extends Movable>(spots: readonly Spot<B>[], { isFree, fresh }: MoveWays<B>) => {
  const held = spots.map(({ date, block }): Carried<B> | undefined => (isFree(block) ? undefined : { date, block }))
  const unplaced: Carried<B>[] = []

  /** Puts a plan, or none, into a lesson and returns the plan that was there. */
  const swap = (index: number, plan: Carried<B> | undefined): Carried<B> | undefined => {
    const was = held[index]
    held[index] = plan
    return was
  }
  /**
   * Puts a plan into the next open lesson. The plan there moves on in the same way, up to the first free lesson. If it is for all, the
   * plans of all later lessons move on.
   */
  const push = (plan: Carried<B> | undefined, after: number, isAll = false): void => {
    let carried = plan
    for (let index = after + 1; index < spots.length && (carried || isAll); index++) {
      const spot = spots[index]
      if (spot && isOpen(spot)) carried = swap(index, carried)
    }
    if (carried) unplaced.push(carried)
  }
  /** Returns the lessons after one whose plans move up: from the first open lesson with a plan to the last one before a free one. */
  const nextPlans = (after: number): number[] => {
    const found: number[] = []
    for (const [index, spot] of spots.entries()) {
      if (index <= after || !isOpen(spot)) continue
      if (held[index]) found.push(index)
      else if (found.length > 0) break
    }
    return found
  }
  const result = (): Moved<B> => {
    // Free lessons that a plan took go where plans left. Only their ids move, so a taught mark goes.
    const spare = spots.flatMap(({ block }, index) => (held[index] && isFree(block) ? [block] : []))
    const blocks = spots.map(({ block }, index) => {
      const plan = held[index]?.block ?? (isFree(block) ? block : undefined)
      if (plan) return plan === block ? block : inPlaceOf(plan, block)
      const id = spare.shift()?.id
      return { ...fresh(block), ...(id !== undefined && { id }) }
    })
    return { blocks, unplaced }
  }
  return {
    length: spots.length,
    take: (index: number) => swap(index, undefined),
    isVacant: (index: number) => held[index] === undefined,
    swap,
    push,
    nextPlans,
    unplace: (plan: Carried<B>) => void unplaced.push(plan),
    result,
  }
}

export type Lane<B extends Movable> = ReturnType<typeof makeLane<B>>

/** Returns the class's lessons after the plan at `index` moved. The lesson there must have a plan unless another one is pulled back. */
export const movedPlans = <B extends Movable>(spots: readonly Spot<B>[], index: number, kind: MoveKind, ways: MoveWays<B>): Moved<B> => {
  const lane = makeLane(spots, ways)
  const plan = lane.take(index)
  if (kind === 'bump') lane.push(plan, index)
  if (kind === 'bumpAll') lane.push(plan, index, true)
  if (kind === 'extend' && plan) {
    lane.swap(index, plan)
    lane.push({ date: plan.date, block: { ...plan.block, isCopy: true } }, index)
  }
  if (kind === 'pullBack') {
    if (plan) lane.unplace(plan)
    let into = index
    for (const next of lane.nextPlans(index)) {
      lane.swap(into, lane.take(next))
      into = next
    }
  }
  return lane.result()
}
