/**
 * Moves plans along the lessons of their class.
 *
 * 1. A plan is what a lesson holds: its text, alert, taught mark, and its title if that isn't the name of the class. Dates, times, locks and
 *    rooms belong to the lesson and stay.
 * 2. A free lesson has no plan. A move ends at the first free lesson, unless all later plans move.
 * 3. Plans jump over locked lessons, days off and lessons that are left out on a short day.
 * 4. A plan without a later lesson is unplaced. No plan is lost.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'

/** A lesson as these rules see it: with its text on the server, without it in a preview. */
export type Movable = Pick<TimeBlock, 'startTime' | 'endTime' | 'order' | 'isLocked'> & {
  usual?: TimeBlock['usual'] | null
  isCopy?: boolean
}
/** A lesson of a class on its day. */
export type Spot<B> = { date: string; isOff: boolean; block: B }
export type MoveKind = 'bump' | 'bumpAll' | 'extend' | 'pullBack'

export type MoveWays<B> = {
  /** True if the lesson has no plan. */
  isFree: (block: B) => boolean
  /** Creates a free lesson at the times of another one. */
  fresh: (like: B) => B
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

type Carried<B> = { date: string; block: B }

/** The lessons of a class while plans move. Each holds a plan or a free lesson, or is vacant until the end. */
export const makeLane = <B extends Movable>(spots: readonly Spot<B>[], { isFree, fresh }: MoveWays<B>) => {
  const held: (Carried<B> | undefined)[] = spots.map(({ date, block }) => ({ date, block }))
  const free: B[] = []
  const unplaced: Carried<B>[] = []

  /** Takes the plan out of a lesson and returns it. Returns undefined for a free lesson. */
  const take = (index: number): Carried<B> | undefined => {
    const there = held[index]
    held[index] = undefined
    if (there && isFree(there.block)) {
      free.push(there.block)
      return undefined
    }
    return there
  }
  /** Puts a plan into a lesson and returns the plan that was there. */
  const swap = (index: number, plan: Carried<B> | undefined): Carried<B> | undefined => {
    const was = take(index)
    held[index] = plan
    return was
  }
  /** Puts a plan into the next open lesson. The plan there moves on in the same way. */
  const push = (plan: Carried<B> | undefined, after: number): void => {
    let carried = plan
    for (let index = after + 1; carried && index < spots.length; index++) {
      const spot = spots[index]
      if (spot && isOpen(spot)) carried = swap(index, carried)
    }
    if (carried) unplaced.push(carried)
  }
  /** Moves the plans of all later open lessons one lesson on, over free lessons too. */
  const pushAll = (plan: Carried<B> | undefined, after: number): void => {
    let carried = plan
    for (let index = after + 1; index < spots.length; index++) {
      const spot = spots[index]
      if (spot && isOpen(spot)) carried = swap(index, carried)
    }
    if (carried) unplaced.push(carried)
  }
  /** Returns the lessons from `after` on that a later plan can leave: from the first open one with a plan to the last before a free one. */
  const nextPlans = (after: number): number[] => {
    const found: number[] = []
    for (const [index, spot] of spots.entries()) {
      if (index <= after || !isOpen(spot)) continue
      const there = held[index]
      const isPlan = there !== undefined && !isFree(there.block)
      if (isPlan) found.push(index)
      else if (found.length > 0) break
    }
    return found
  }
  const result = (): Moved<B> => ({
    blocks: spots.map(({ block }, index) => {
      const there = held[index]?.block ?? free.shift()
      return there === block ? block : inPlaceOf(there ?? fresh(block), block)
    }),
    unplaced,
  })
  return { take, swap, push, pushAll, nextPlans, unplace: (plan: Carried<B> | undefined) => void (plan && unplaced.push(plan)), result }
}

/** Returns the class's lessons after the plan at `index` moved. The lesson there must be open or on a day off, and must not be locked. */
export const movedPlans = <B extends Movable>(spots: readonly Spot<B>[], index: number, kind: MoveKind, ways: MoveWays<B>): Moved<B> => {
  const lane = makeLane(spots, ways)
  const spot = spots[index]
  if (!spot) throw new Error('There is no lesson to move')
  if (kind === 'bump') lane.push(lane.take(index), index)
  if (kind === 'bumpAll') lane.pushAll(lane.take(index), index)
  if (kind === 'extend' && !ways.isFree(spot.block)) lane.push({ date: spot.date, block: { ...spot.block, isCopy: true } }, index)
  if (kind === 'pullBack') {
    lane.unplace(lane.take(index))
    let into = index
    for (const next of lane.nextPlans(index)) {
      lane.swap(into, lane.take(next))
      into = next
    }
  }
  return lane.result()
}
