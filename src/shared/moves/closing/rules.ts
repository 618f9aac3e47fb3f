/**
 * Moves the plans of days that close on to the next lessons of their class, and back if the days open again.
 *
 * 1. When a day closes, its plans move to the class's next lessons, in order. The plans there make room.
 * 2. When it opens, each plan returns to where it was, with what was written since. A plan that was written there meanwhile moves on. The
 *    others stay in order: a plan that is between two that return does so too.
 * 3. A locked plan stays where it is, both times.
 */
import {
  byPlace,
  type Carried,
  isBefore,
  isOpen,
  type Lane,
  type Movable,
  type Moved,
  type MoveWays,
  makeLane,
  type Place,
  type Spot,
  usualStart,
} from '#shared/moves/moving/rules.ts'

/** The lesson in which a plan was before a day closed, with its usual time. `id` is the plan's. */
export type OldPlace = Place & { id: string }

/** Returns the old places of plans, in order. Of several places of a plan, the first one counts. */
export const firstPlaces = (places: readonly OldPlace[]): OldPlace[] => {
  const first = new Map<string, OldPlace>()
  for (const place of [...places].sort(byPlace)) if (!first.has(place.id)) first.set(place.id, place)
  return [...first.values()]
}

/**
 * Days that closed together, in order, and where the plans were that moved. `answered` has those of the days that the school had closed when
 * the teacher decided, with the version of the school's day.
 */
export type Closed = { dates: string[]; places: OldPlace[]; answered?: Readonly<Record<string, number>> }

/** Returns a closure, or null if nothing of it is left: no day of it is closed, or no plan of it moved and it answers nothing. */
export const keptClosure = (closure: Closed): Closed | null =>
  closure.dates.length > 0 && closure.places.length + Object.keys(closure.answered ?? {}).length > 0 ? closure : null

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

/** A plan on its way to a lesson. `to` is the index of the lesson. `returns` is true if that is its old place. */
type Settling<B> = { plan: Carried<B>; to: number; returns?: boolean }
type Usable = (index: number) => boolean

/** Puts plans into lessons, in order: each into its own, or into the next usable one after the plan before it. */
const settle = <B extends Movable>(lane: Lane<B>, plans: readonly Settling<B>[], isUsable: Usable): void => {
  let next = 0
  for (const one of plans) {
    let index = Math.max(one.to, next)
    while (index < lane.length && !isUsable(index)) index++
    if (index < lane.length) lane.swap(index, one.plan)
    else lane.unplace(one.plan)
    one.to = index
    next = index + 1
  }
}

/**
 * Returns the class's lessons after the plans of closing days moved on. Their spots must already be off. `wasAt` returns where a plan was if
 * the same change has already moved it: plans keep the order that they had then, and none ends in a lesson that is left out.
 */
export const movedOn = <B extends Movable>(
  spots: readonly Spot<B>[],
  { isClosing, wasAt }: { isClosing: (date: string) => boolean; wasAt: (block: B) => Place | undefined },
  ways: MoveWays<B>,
): Moved<B> => {
  const lane = makeLane(spots, ways)
  const moving = spots.flatMap((spot, to) => {
    const { date, isOff, block } = spot
    const at = { date, startTime: block.startTime }
    const was = wasAt(block) ?? at
    const isHidden = !isOff && !block.isLocked && byPlace(was, at) !== 0
    const isMoving = isOpen(spot) || isHidden || (isClosing(date) && !block.isLocked)
    const plan = isMoving ? lane.take(to) : undefined
    return plan ? [{ plan, to, was }] : []
  })
  const lessons = moving.map(({ to }) => to)
  const inOrder = [...moving].sort((a, b) => byPlace(a.was, b.was))
  const plans = inOrder.map(({ plan }, index): Settling<B> => ({ plan, to: lessons[index] ?? spots.length }))
  const open = spots.map(isOpen)
  settle(lane, plans, (index) => open[index] === true)
  return lane.result()
}

/** Returns how to find the lesson of an old place: the one at its time, else another one on its date, else the next open one. */
const placeFinder = (spots: readonly Spot<Movable>[]) => {
  const days = new Map<string, { index: number; startTime: string }[]>()
  for (const [index, { date, isOff, block }] of spots.entries())
    if (!isOff && !block.isLocked) days.set(date, [...(days.get(date) ?? []), { index, startTime: usualStart(block) }])
  return ({ date, startTime }: Place): number => {
    const there = days.get(date) ?? []
    const found = there.findLast((one) => one.startTime <= startTime) ?? there[0]
    if (found) return found.index
    const next = spots.findIndex((spot) => spot.date > date && isOpen(spot))
    return next < 0 ? spots.length : next
  }
}

/** Lets plans that came between others return with them, so that they stay in order. No plan goes before `first`. */
const returnBetween = (plans: readonly Settling<unknown>[], { first, isUsable }: { first: number; isUsable: Usable }): void => {
  let next = Number.POSITIVE_INFINITY
  for (const one of [...plans].reverse()) {
    if (one.returns || one.to < next) {
      next = Math.min(next, one.to)
      continue
    }
    let index = next - 1
    while (index > first && !isUsable(index)) index--
    one.to = Math.max(index, first)
    next = one.to
  }
}

type Returning<B> = {
  /** The old places of the plans, in order. */
  places: readonly OldPlace[]
  /** Those of the plans that are unplaced, by id. */
  waiting: ReadonlyMap<string, Carried<B>>
  /** The ids of the lessons on the days that open. */
  opening: ReadonlySet<string>
}

/**
 * Returns the class's lessons after plans returned to their old places, in the order that the class's plans have now. A plan whose place isn't
 * open anymore goes to the next open lesson. Plans that came between them return with them, and those that were written on the days that open
 * move on. Leaves out plans that are locked or deleted, and those that the teacher has moved before their old place.
 */
export const broughtBack = <B extends Movable>(
  spots: readonly Spot<B>[],
  { places, waiting, opening }: Returning<B>,
  ways: MoveWays<B>,
): Moved<B> => {
  const lane = makeLane(spots, ways)
  const placeOf = placeFinder(spots)
  const targets = new Map(places.map((place) => [place.id, placeOf(place)]))
  const first = Math.min(...targets.values())
  const own = new Set(targets.values())
  const open = spots.map((spot, index) => isOpen(spot) || own.has(index))
  const isUsable = (index: number) => open[index] === true
  const written: Settling<B>[] = []
  const plans = spots.flatMap(({ block: { id } }, at): Settling<B>[] => {
    const plan = isUsable(at) ? lane.take(at) : undefined
    const to = targets.get(id)
    if (plan && to === undefined && opening.has(id)) written.push({ plan, to: at })
    else if (plan) return [to !== undefined && to <= at ? { plan, to, returns: true } : { plan, to: at }]
    return []
  })
  for (const { id } of places) {
    const [plan, to = spots.length] = [waiting.get(id), targets.get(id)]
    const after = plans.findIndex((other) => other.to > to)
    if (plan) plans.splice(after < 0 ? plans.length : after, 0, { plan, to, returns: true })
  }
  returnBetween(plans, { first, isUsable })
  settle(lane, plans, isUsable)
  const last = plans.findLast(({ plan, to, returns }) => returns && spots[to]?.block !== plan.block)?.to ?? 0
  // The last one leaves first, so that the others come before it.
  for (const { plan, to } of written.reverse()) {
    if (lane.isVacant(to)) lane.swap(to, plan)
    else lane.push(plan, Math.max(to, last))
  }
  return lane.result()
}
