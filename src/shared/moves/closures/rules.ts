/**
 * Plans what happens to the lessons of days that close or open again, on lessons without their text. The server carries out the same plan
 * that the web previews.
 *
 * 1. In a cycle that waits, closing renumbers the later days, which moves the lessons of all classes. The lessons of a class that stays are
 *    left where they are.
 * 2. Otherwise, the lessons stay, and the plans of a class that moves on go to its next lessons.
 */
import { inDayOrder } from '#shared/calendar/rules.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { broughtBack, movedOn, type OldPlace, placesOnOpening } from '#shared/moves/closing/rules.ts'
import { byPlace } from '#shared/moves/moving/rules.ts'
import {
  arranged,
  type Day,
  daysFrom,
  lanesOf,
  lastDateFor,
  type Move,
  type MovePlan,
  movesOf,
  moveWaysOf,
  placesIn,
} from '#shared/moves/plan/rules.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { schoolDays } from '#shared/timetables/numbering/rules.ts'
import type { PlannedLesson } from '#shared/timetables/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { renumbered } from '#shared/timetables/renumbering/rules.ts'

type Content = Omit<Timetable, 'id' | 'operationId'>
type Named = Pick<SchoolClass, 'id' | 'name'>
type Range = { from: string; to: string }
/** What the plans depend on. `days` are those of the outline, from `from` on. */
export type MoveWorld<T extends Content> = {
  days: readonly OutlinedDay[]
  timetables: readonly T[]
  classes: readonly Named[]
  today: string
}

/** Returns the first date that an opening depends on. */
export const firstDateOf = (from: string, [first]: readonly OldPlace[]): string => (first && first.date < from ? first.date : from)

export type ClosurePlan<T> = MovePlan & {
  /** The timetables that are renumbered. */
  timetables: { before: T; after: Content }[]
}

type Step = { days: Map<string, PlannedLesson[]>; unplaced: MovePlan['unplaced'] }
type Flip = { closing: ReadonlyMap<string, boolean>; stays?: (date: string, block: PlannedLesson) => boolean }

/** Renumbers the timetables in which days close (true) or open (false). */
const renumberedBy = <T extends Content>({ days, timetables, classes, today }: MoveWorld<T>, { closing, stays }: Flip) => {
  const step: Step = { days: new Map(), unplaced: [] }
  const changed: ClosurePlan<T>['timetables'] = []
  const { isFree } = moveWaysOf(classes)
  const hasText = (block: PlannedLesson) => !isFree(block)
  for (const before of timetables) {
    const own = [...closing.keys()].filter((date) => date >= before.firstDay && date <= before.lastDay)
    const [from] = own
    if (from === undefined) continue
    const flips = new Map(own.map((date) => [date, closing.get(date) === true]))
    const renumbering = {
      from,
      setByHand: before.setByHand,
      closing: flips,
      except: new Set<string>(),
      today,
      hasText,
      ...(stays && { stays }),
    }
    const { timetable: after, relaid } = renumbered(before, renumbering, days, classes)
    changed.push({ before, after })
    for (const { date, blocks } of relaid.days) step.days.set(date, inDayOrder(blocks))
    step.unplaced.push(...relaid.unplaced)
  }
  return { step, changed }
}

/** Returns the class of each lesson by its id. An id that several lessons have, such as copies by other clients, has none. */
const classesById = (days: readonly Day[]): Map<string, string> => {
  const found = new Map<string, string>()
  for (const { blocks } of days) for (const { id, classId } of blocks) found.set(id, found.has(id) ? '' : (classId ?? ''))
  return found
}

/** Returns the days with those of a step in place of them. `isOff` overrides whether a day is off. */
const afterStep = (days: readonly Day[], step: Step, isOff: (day: Day) => boolean): Day[] => {
  const known = new Set(days.map(({ date }) => date))
  const opened = [...step.days].flatMap(([date, blocks]): Day[] => (known.has(date) ? [] : [{ date, isOff: false, blocks }]))
  const after = days.map((day): Day => ({ ...day, isOff: isOff(day), blocks: step.days.get(day.date) ?? day.blocks }))
  return [...after, ...opened].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Returns what a step and the moves after it do together. */
const together = (step: Step, last: Pick<MovePlan, 'days' | 'unplaced'>): Pick<MovePlan, 'days' | 'unplaced'> => {
  const days = new Map(step.days)
  for (const { date, blocks } of last.days) days.set(date, blocks)
  return {
    days: [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, blocks]) => ({ date, blocks })),
    unplaced: [...step.unplaced, ...last.unplaced],
  }
}

/**
 * Returns what closing the days of a range does to lessons. Without `closes`, only the plans of the range's days off move, because the school
 * closed them. The plans of the classes in `moving` move on. With `only`, just these days of the range close. `days` are the world's days from
 * `from` on, as `daysFrom` reads them.
 */
export const planClosure = <T extends Content>(
  world: MoveWorld<T>,
  { from, to, closes, moving, only }: Range & { closes: boolean; moving: ReadonlySet<string>; only?: ReadonlySet<string> },
  days: readonly Day[] = daysFrom(world.days, from, world.classes),
): ClosurePlan<T> => {
  const { classes, timetables } = world
  const off = new Set(days.filter(({ isOff }) => isOff).map(({ date }) => date))
  const isMeant = (date: string) => date <= to && (!only || only.has(date))
  const flips = schoolDays(from, to).filter((date) => closes && isMeant(date) && !off.has(date))
  const isClosing = (date: string) => isMeant(date) && (closes || off.has(date))
  const closing = new Map(flips.map((date) => [date, true]))
  const stays = (date: string, { classId }: PlannedLesson) => closing.has(date) && !moving.has(classId ?? '')
  const { step, changed } = renumberedBy(world, { closing, stays })
  // Lessons before today stay where they were taught, so plans jump over them.
  const now = afterStep(days, step, ({ date, isOff }) => isOff || isClosing(date) || date < world.today)
  const last = lastDateFor(timetables, to)
  const ways = moveWaysOf(classes)
  const inYear = now.filter(({ date }) => date <= last)
  const wasAt = placesIn(days)
  // The lessons of a class that stays may have moved, too, because the later days were renumbered.
  const lanes = [...lanesOf(inYear)].map(([classId, spots]) => {
    const isMoving = (date: string) => moving.has(classId) && isClosing(date)
    return { spots, moved: movedOn(spots, { isClosing: isMoving, wasAt }, ways) }
  })
  const plan = together(step, arranged(now, lanes))
  return { ...plan, moves: movesOf(days, plan, ways), timetables: changed }
}

type Opening = {
  from: string
  /** Returns whether a day opens. Days that the school keeps closed don't. */
  isOpening: (date: string) => boolean
  /** The old places of the plans that come back, in order, and the days of their closures. Some of these may be open already. */
  places: readonly OldPlace[]
  closed: ReadonlySet<string>
  /** The old places of plans that moved when other days closed. */
  staying: readonly OldPlace[]
  /** The plans that are unplaced, by id. */
  waiting: ReadonlyMap<string, { date: string; block: PlannedLesson }>
}
export type OpeningPlan<T> = ClosurePlan<T> & {
  /** Those of the moves that bring plans back, and the others. */
  back: Move[]
  others: Move[]
  /** The places that counted. */
  returned: OldPlace[]
}

/** Returns the moves of unplaced plans that return to a lesson. */
const placedAgain = ({ days }: Pick<MovePlan, 'days'>, waiting: Opening['waiting']): Move[] =>
  days.flatMap(({ date, blocks }) =>
    blocks.flatMap((plan): Move[] => {
      const was = waiting.get(plan.id)
      if (was?.block.home !== plan.home) return []
      const from = { date: was.date, startTime: was.block.startTime }
      return [{ plan, from, to: { date, startTime: plan.startTime }, isCopy: false }]
    }),
  )

/**
 * Returns what opening days does to lessons. A plan that can't return, because its day stays closed, goes to the next open lesson.
 */
export const planOpening = <T extends Content>(
  world: MoveWorld<T>,
  { from, isOpening, places, closed, staying, waiting }: Opening,
): OpeningPlan<T> => {
  const { classes } = world
  const days = daysFrom(world.days, firstDateOf(from, places), classes)
  const closing = new Map(days.flatMap(({ date, isOff }) => (isOff && isOpening(date) ? [[date, false] as const] : [])))
  const { step, changed } = renumberedBy(world, { closing })
  const ways = moveWaysOf(classes)
  const opened = afterStep(days, step, ({ date, isOff }) => isOff && !isOpening(date))
  const classOf = classesById(opened)
  const wasClosed = ({ date, isOff }: Day) => isOpening(date) && (isOff || closed.has(date))
  const opening = new Set(days.filter(wasClosed).flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const lanes = [...lanesOf(opened)].map(([classId, spots]) => {
    const ofClass = ({ id }: OldPlace) => (classOf.get(id) ?? waiting.get(id)?.block.classId) === classId
    const returning = placesOnOpening(places.filter(ofClass), staying.filter(ofClass))
    return { spots, returning, moved: broughtBack(spots, { places: returning, waiting, opening }, ways) }
  })
  const plan = together(step, arranged(opened, lanes))
  // An unplaced plan that finds no lesson doesn't move.
  const found = movesOf(days, plan, ways).filter(({ plan: { id }, to }) => to || !waiting.has(id))
  const moves = [...found, ...placedAgain(plan, waiting)].sort((a, b) => byPlace(a.from, b.from))
  const own = new Set(places.map(({ id }) => id))
  const isBack = ({ plan: { id }, to }: Move) => own.has(id) && to !== null
  const returned = lanes.flatMap(({ returning }) => returning)
  const [back, others] = [moves.filter(isBack), moves.filter((move) => !isBack(move))]
  return { ...plan, moves, back, others, timetables: changed, returned }
}
