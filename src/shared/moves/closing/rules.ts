/**
 * Moves the plans of days that close on to the next lessons of their class, and back if the days open again.
 *
 * 1. When a day closes, its plans move to the class's next lessons, in order. The plans there make room.
 * 2. When it opens, each plan returns to where it was, with what was written since. A plan that was written there meanwhile moves on.
 * 3. A locked plan stays where it is, both times.
 */
import {
  byPlace,
  isBefore,
  isOpen,
  type Movable,
  type Moved,
  type MoveWays,
  makeLane,
  type Place,
  type Spot,
} from '#shared/moves/moving/rules.ts'

/** The lesson in which a plan was before a day closed. `id` is the plan's. */
export type OldPlace = Place & { id: string }

/** Returns the old places of plans, in order. Of several places of a plan, the first one counts. */
export const firstPlaces = (places: readonly OldPlace[]): OldPlace[] => {
  const first = new Map<string, OldPlace>()
  for (const place of [...places].sort(byPlace)) if (!first.has(place.id)) first.set(place.id, place)
  return [...first.values()]
}

/** Days that closed together, in order, and where the plans were that moved. */
export type Closed = { dates: string[]; places: OldPlace[] }

/**
 * Returns a closure after plans of another one returned to these places. If its days open too, its plans return to where they were first, and
 * not to where the other closure had moved them.
 */
export const withReturned = (closure: Closed, returned: readonly OldPlace[]): Closed => {
  const own = new Set(closure.places.map(({ id }) => id))
  const shared = returned.filter(({ id }) => own.has(id))
  return shared.length > 0 ? { ...closure, places: firstPlaces([...shared, ...closure.places]) } : closure
}

/**
 * Returns the places to which a class's plans return when days open, in order. `places` are those of the closures that open, in order, and
 * `staying` those of the others. Plans of the others that were before a plan which returns are before it again.
 */
export const placesOnOpening = (places: readonly OldPlace[], staying: readonly OldPlace[]): OldPlace[] => {
  const [first] = places
  if (!first) return []
  const own = new Set(places.map(({ id }) => id))
  const all = firstPlaces([...places, ...staying])
  const before = all
    .slice(
      0,
      all.findLastIndex(({ id }) => own.has(id)),
    )
    .filter(({ id }) => !own.has(id))
  return [...before.map((place) => (isBefore(place, first) ? { ...first, id: place.id } : place)), ...places].sort(byPlace)
}

/** Returns the class's lessons after the plans of closing days moved on. Their spots must already be off. */
export const movedOn = <B extends Movable>(
  spots: readonly Spot<B>[],
  isClosing: (date: string) => boolean,
  ways: MoveWays<B>,
): Moved<B> => {
  const lane = makeLane(spots, ways)
  // The last plan leaves first, so that the others come before it.
  for (const [index, { date, block }] of [...spots.entries()].reverse())
    if (isClosing(date) && !block.isLocked) lane.push(lane.take(index), index)
  return lane.result()
}

/** True if a lesson is at a place, or would be if its day weren't short. */
const isAt = ({ date, block }: Spot<Movable>, place: Place): boolean =>
  date === place.date && [block.startTime, block.usual?.startTime].includes(place.startTime)

/**
 * Returns the class's lessons after plans returned to their old places, which must be in order. A plan whose place isn't open anymore goes to
 * the next open lesson, and the plans after it make room. `waiting` are those of the plans that are unplaced, by id. Leaves out plans that
 * are locked or deleted, and those that the teacher has moved before their old place.
 */
export const broughtBack = <B extends Movable & { id: string }>(
  spots: readonly Spot<B>[],
  { places, waiting }: { places: readonly OldPlace[]; waiting: ReadonlyMap<string, { date: string; block: B }> },
  ways: MoveWays<B>,
): Moved<B> => {
  const lane = makeLane(spots, ways)
  const indexes = new Map(spots.map(({ block }, index) => [block.id, index]))
  const takeOut = (place: OldPlace) => {
    const index = indexes.get(place.id) ?? -1
    const spot = spots[index]
    if (!spot) return waiting.get(place.id)
    return spot.block.isLocked || isBefore({ date: spot.date, startTime: spot.block.startTime }, place) ? undefined : lane.take(index)
  }
  const returning = places.map((place) => ({ place, plan: takeOut(place) }))
  let last = -1
  for (const { place, plan } of returning) {
    if (!plan) continue
    const nextOpen = (fits: (spot: Spot<B>) => boolean) => spots.findIndex((spot, at) => at > last && isOpen(spot) && fits(spot))
    const exact = nextOpen((spot) => isAt(spot, place))
    const index = exact >= 0 ? exact : nextOpen(({ date, block }) => !isBefore({ date, startTime: block.startTime }, place))
    if (index < 0) {
      lane.unplace(plan)
      continue
    }
    last = index
    lane.push(lane.swap(index, plan), index)
  }
  return lane.result()
}
