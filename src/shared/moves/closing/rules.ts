/**
 * Moves the plans of days that close on to the next lessons of their class, and back if the days open again.
 *
 * 1. When a day closes, its plans move to the class's next lessons, in order. The plans there make room.
 * 2. When it opens, each plan returns to where it was, with what was written since. A plan that was written there meanwhile moves on.
 * 3. A locked plan stays where it is, both times.
 */
import { isOpen, type Movable, type Moved, type MoveWays, makeLane, type Spot } from '#shared/moves/moving/rules.ts'

/** The lesson in which a plan was before a day closed. `id` is the plan's. */
export type OldPlace = { id: string; date: string; startTime: string }
type Returning<B> = { date: string; block: B } | undefined

/** Returns the class's lessons after the plans of closing days moved on. Their spots must already be off. */
export const movedOn = <B extends Movable>(
  spots: readonly Spot<B>[],
  isClosing: (date: string) => boolean,
  ways: MoveWays<B>,
): Moved<B> => {
  const lane = makeLane(spots, ways)
  // The last plan leaves first, so that the others come before it.
  for (let index = spots.length - 1; index >= 0; index--) {
    const spot = spots[index]
    if (spot && isClosing(spot.date) && !spot.block.isLocked) lane.push(lane.take(index), index)
  }
  return lane.result()
}

/**
 * Returns the class's lessons after plans returned to their old places, which must be in order. `waiting` are those of the plans that are
 * unplaced, by id. Leaves out plans that are locked or deleted.
 */
export const broughtBack = <B extends Movable & { id: string }>(
  spots: readonly Spot<B>[],
  { places, waiting }: { places: readonly OldPlace[]; waiting: ReadonlyMap<string, { date: string; block: B }> },
  ways: MoveWays<B>,
): Moved<B> => {
  const lane = makeLane(spots, ways)
  const indexes = new Map(spots.map(({ block }, index) => [block.id, index]))
  const takeOut = (id: string): Returning<B> => {
    const index = indexes.get(id)
    if (index === undefined) return waiting.get(id)
    return spots[index]?.block.isLocked ? undefined : lane.take(index)
  }
  const returning = places.map((place) => ({ place, plan: takeOut(place.id) }))
  for (const { place, plan } of returning) {
    const startsThere = ({ startTime, usual }: B) => [startTime, usual?.startTime].includes(place.startTime)
    const isThere = ({ date, block }: Spot<B>) => date === place.date && startsThere(block)
    const exact = spots.findIndex((spot) => isThere(spot) && isOpen(spot))
    const index = exact >= 0 ? exact : spots.findIndex((spot) => spot.date >= place.date && isOpen(spot))
    if (!plan) continue
    if (index < 0) lane.unplace(plan)
    else lane.push(lane.swap(index, plan), index)
  }
  return lane.result()
}
