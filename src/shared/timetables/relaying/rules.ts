/**
 * Lays lessons down again after a cycle was renumbered. Each class keeps its plans in order, in its new lessons.
 *
 * 1. Lessons move as a whole: title, text and alert. Dates, times and rooms stay with the timetable.
 * 2. If a class has fewer lessons than before, the last ones without text end. If all have text, the last ones are unplaced.
 * 3. If a class has more lessons than before, the last ones are new.
 * 4. A lesson that the teacher deleted leaves a gap that stays on its date, and a day that was planned by hand stays as it is.
 * 5. A locked lesson stays on its date, in place of the lesson that its class would have there.
 */
import { follows, grouped, inSlot, type Laid, matched, type Slot, type Ways } from '#shared/timetables/laying/rules.ts'

/** A day with its lessons, and its slots before and after the numbers changed. */
export type RenumberedDay<B> = { date: string; blocks: readonly B[]; old: readonly Slot[]; new: readonly Slot[] }
type Place = Slot & { date: string }
type Plan<B> = { date: string; slot: Slot; block: B }
type RelayWays<B extends Laid> = Ways<B> & {
  /** True if a lesson stays on its date. */
  stays?: (date: string, block: B) => boolean
}

export type RelayResult<B> = {
  /** The days that change, with their lessons. */
  days: { date: string; blocks: B[] }[]
  /** Lessons with text that have no place anymore, with the day they were on. */
  unplaced: { date: string; block: B }[]
}

/** Returns the slots of a day that get a lesson: none for lessons that the teacher deleted, and none on a day planned by hand. */
const placesOf = <B>(
  { date, old, new: slots }: RenumberedDay<B>,
  pairs: readonly { slot: Slot; block: B | undefined }[],
  { others, isMoving }: { others: readonly B[]; isMoving: (date: string, block: B) => boolean },
) => {
  const isByHand = pairs.every(({ block }) => !block) && (old.length > 0 || others.length > 0)
  if (isByHand) return []
  const left = [...slots]
  for (const { slot, block } of pairs) {
    if (block && isMoving(date, block)) continue
    const isOfClass = ({ classId }: Slot) => classId === slot.classId
    const atTime = left.findIndex((other) => isOfClass(other) && other.startTime === slot.startTime)
    const gap = atTime < 0 ? left.findLastIndex(isOfClass) : atTime
    if (gap >= 0) left.splice(gap, 1)
  }
  return left.map((slot): Place => ({ ...slot, date }))
}

/** Returns the plans that fit into `count` places, in order, and those that don't. The last ones without text go first. */
const fitting = <B>(plans: readonly Plan<B>[], count: number, hasText: (block: B) => boolean) => {
  const stay = [...plans]
  for (let index = stay.length - 1; index >= 0 && stay.length > count; index--) {
    const plan = stay[index]
    if (plan && !hasText(plan.block)) stay.splice(index, 1)
  }
  return { stay: stay.slice(0, count), left: stay.slice(count) }
}

const placed = <B extends Laid>({ date, slot, block }: Plan<B>, place: Place): B => {
  // The times that the teacher gave a lesson stay on its own day, and in another slot of the same times.
  const keepsTimes = !follows(block, slot) && (date === place.date || follows(slot, place))
  if (date === place.date && (keepsTimes || follows(block, place))) return block
  return keepsTimes ? { ...block, classId: place.classId } : inSlot(block, place)
}

/** Returns the days after their numbers changed. `days` are in order. */
export const relaidDays = <B extends Laid>(days: readonly RenumberedDay<B>[], { hasText, fresh, stays }: RelayWays<B>): RelayResult<B> => {
  const isMoving = (date: string, block: B) => !block.isLocked && !stays?.(date, block)
  const matches = days.map((day) => ({ day, ...matched(day.blocks, day.old) }))
  const plansOn = ({ day: { date }, pairs }: (typeof matches)[number]) =>
    pairs.flatMap(({ slot, block }): Plan<B>[] => (block && isMoving(date, block) ? [{ date, slot, block }] : []))
  const plans = grouped(matches.flatMap(plansOn), ({ slot }) => slot.classId)
  const places = grouped(
    matches.flatMap(({ day, pairs, others }) => placesOf(day, pairs, { others, isMoving })),
    ({ classId }) => classId,
  )
  const staying = ({ day: { date }, pairs, others }: (typeof matches)[number]) => [
    ...others,
    ...pairs.flatMap(({ block }) => (block && !isMoving(date, block) ? [block] : [])),
  ]
  const after = new Map(matches.map((match) => [match.day.date, staying(match)]))
  const unplaced: RelayResult<B>['unplaced'] = []
  for (const classId of new Set([...plans.keys(), ...places.keys()])) {
    const own = places.get(classId) ?? []
    const { stay, left } = fitting(plans.get(classId) ?? [], own.length, hasText)
    for (const [index, place] of own.entries()) {
      const plan = stay[index]
      after.get(place.date)?.push(plan ? placed(plan, place) : fresh(place))
    }
    unplaced.push(...left.map(({ date, block }) => ({ date, block })))
  }
  const isSame = (before: readonly B[], blocks: readonly B[]) =>
    before.length === blocks.length && blocks.every((one) => before.includes(one))
  return {
    days: days.flatMap(({ date, blocks }) => {
      const now = after.get(date) ?? []
      return isSame(blocks, now) ? [] : [{ date, blocks: now }]
    }),
    unplaced,
  }
}
