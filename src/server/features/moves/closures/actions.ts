/**
 * Closes days and moves their plans on, and opens them again. Each is one operation. A closure remembers where the plans were, so that they
 * can come back with what was written since.
 */
import { randomUUID } from 'node:crypto'
import { type Changed, type Changes, changeDays, type MarkEdit } from '#server/features/calendar/actions.ts'
import { daysOffBetween, versionsOffBetween } from '#server/features/calendar/outline/queries.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { type CalendarRecord, recordsOf, unplacedLessons } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import { edited } from '#server/features/classes/actions.ts'
import { type Call, NO_LESSON_LEFT, plansMoved, readWorld } from '#server/features/moves/actions.ts'
import { editsOf } from '#server/features/timetables/laying/actions.ts'
import { merged, recounting, todayOf } from '#server/features/timetables/numbering/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { changedMarks } from '#shared/calendar/rules.ts'
import { daysInRange } from '#shared/dates.ts'
import { type Closed, firstPlaces, keptClosure, type OldPlace, withReturned } from '#shared/moves/closing/rules.ts'
import { type ClosurePlan, firstDateOf, planClosure, planOpening } from '#shared/moves/closures/rules.ts'
import type { Closure, ClosureChoice, PlanMove } from '#shared/moves/contract.ts'
import { usualStart } from '#shared/moves/moving/rules.ts'
import { daysFrom, moveWaysOf } from '#shared/moves/plan/rules.ts'
import type { PlannedLesson } from '#shared/timetables/plan/rules.ts'

type Range = { from: string; to: string }
export type GivenClosure = Range & {
  /** Only these days of the range. */
  dates?: readonly string[] | undefined
  blockedText?: string | undefined
  choices: readonly { classId: string; choice: ClosureChoice }[]
}
type World = Awaited<ReturnType<typeof readWorld>>
type Planned = ClosurePlan<World['timetables'][number]>
type Record = CalendarRecord<'closure'>

/** Returns what closing days does. */
export const plannedClosure = async (
  db: Db,
  { calendar, now }: Pick<Call, 'calendar' | 'now'>,
  { from, to, dates, blockedText, choices }: GivenClosure,
  hasWords = true,
): Promise<{ plan: Planned; world: World }> => {
  const world = await readWorld(db, calendar, { from, date: to, hasWords })
  const moving = new Set(choices.flatMap(({ classId, choice }) => (choice === 'move' ? [classId] : [])))
  const today = await todayOf(db, calendar, now)
  const only = dates && { only: new Set(dates) }
  return { plan: planClosure({ ...world, today }, { from, to, closes: blockedText !== undefined, moving, ...only }), world }
}

/** Where an unplaced lesson is, in the place of a date. */
const NOWHERE = 'unplaced'

/** Returns the edits and records that carry a plan out. */
const changesOf = async (db: Db, calendar: CalendarRef, { days, unplaced, timetables }: Planned, waiting?: Map<string, StoredBlock>) => {
  const left = unplaced.flatMap((one) => (one.block.home === NOWHERE ? [] : [{ ...one, date: one.block.home, reason: NO_LESSON_LEFT }]))
  const laid = await editsOf(db, calendar, { days, unplaced: left }, waiting)
  return { edits: laid.edits, records: [...timetables.map(({ before, after }) => recounting(before.id, after)), ...laid.records] }
}

/** Returns the edit that stores a closure, or deletes it if nothing of it is left. */
const closureEdit = (id: string, content: Closed | null): RecordEdit<'closure'> => ({
  kind: 'closure',
  id,
  to: () => content && keptClosure(content),
})

/** Returns edits of the closures that change. */
const changedClosures = (records: readonly Record[], changed: (content: Closed) => Closed | null): RecordEdit[] =>
  records.flatMap(({ id, content }) => {
    const after = changed(content)
    return after === content ? [] : [closureEdit(id, after)]
  })

/** Returns a closure without some of its dates. */
const without = (content: Closed, isGone: (date: string) => boolean): Closed => {
  if (!content.dates.some(isGone)) return content
  const answered = Object.entries(content.answered ?? {}).filter(([date]) => !isGone(date))
  return { ...content, dates: content.dates.filter((date) => !isGone(date)), answered: Object.fromEntries(answered) }
}

/** Returns edits that remember the teacher's answer for each class with a plan that can move on these days. Others weren't a question. */
const answers = ({ days, classes }: World, given: ReadonlySet<string>, choices: GivenClosure['choices']): RecordEdit[] => {
  const { isFree } = moveWaysOf(classes)
  const plans = daysFrom(days, '', classes).flatMap(({ date, blocks }) => (given.has(date) ? blocks : []))
  const asked = new Set(plans.flatMap((block) => (block.isLocked || isFree(block) ? [] : (block.classId ?? []))))
  return choices.flatMap(({ classId, choice }) => {
    const its = classes.find(({ id }) => id === classId && asked.has(id))
    return its && its.onClosure !== choice ? [edited({ ...its, onClosure: choice })] : []
  })
}

/** Returns where the plans that move were, with their usual times, because a short day may be restored before they return. */
const placesOf = ({ moves }: Planned, { days }: World): OldPlace[] => {
  const usual = new Map(days.flatMap(({ date, blocks }) => blocks.map((block) => [`${date} ${block.id}`, usualStart(block)] as const)))
  return moves.map(({ plan: { id }, from: { date, startTime } }) => ({ id, date, startTime: usual.get(`${date} ${id}`) ?? startTime }))
}

/** Returns a closure as one with those before it that it overlaps. A plan that moved before returns to where it was first. */
const joined = (closures: readonly Closed[]): Closed => ({
  dates: [...new Set(closures.flatMap(({ dates }) => dates))].sort(),
  places: firstPlaces(closures.flatMap(({ places }) => places)),
  answered: Object.assign({}, ...closures.map(({ answered }) => answered)),
})

/** Returns those of the dates that the school has closed, with the version of the school's day. */
const answeredBy = async (db: Db, { under }: CalendarRef, { from, to }: Range, dates: readonly string[]) => {
  const off = under ? await versionsOffBetween(db, under, from, to) : new Map<string, number>()
  return Object.fromEntries([...off].filter(([date]) => dates.includes(date)))
}

/** Closes days, or with no `blockedText` moves the plans of days that the school closed. Throws `refused_by_rule`. */
export const closeDays = async (db: Db, call: Call, closure: GivenClosure): Promise<Changed> => {
  const { calendar } = call
  const { from, to, blockedText } = closure
  const plan = async (db: Db): Promise<Changes> => {
    const { plan, world } = await plannedClosure(db, call, closure, false)
    const laid = await changesOf(db, calendar, plan)
    const closes = blockedText !== undefined
    const only = closure.dates && new Set(closure.dates)
    const given = new Set(daysInRange(from, to).filter((date) => !only || only.has(date)))
    const marks = closes
      ? [...given].map((date): MarkEdit => ({ date, marksTo: (day) => changedMarks(day, { isBlocked: true, blockedText }) }))
      : []
    const off = new Set(world.days.flatMap(({ date, isBlocked }) => (isBlocked ? [date] : [])))
    const dates = [...given].filter((date) => closes || off.has(date))
    const closed = await recordsOf(db, calendar, 'closure')
    // A day that was opened without bringing its plans back closes again.
    const isOpened = (date: string) => given.has(date) && !off.has(date)
    const isOverlapping = (content: Closed) => without(content, isOpened).dates.some((date) => given.has(date))
    const overlapping = closed.flatMap(({ content }) => (isOverlapping(content) ? [content] : []))
    const record = closureEdit(
      randomUUID(),
      joined([...overlapping, { dates, places: placesOf(plan, world), answered: await answeredBy(db, calendar, closure, dates) }]),
    )
    const before = changedClosures(closed, (content) => (isOverlapping(content) ? null : without(content, isOpened)))
    const records = [...laid.records, ...answers(world, given, closure.choices), ...before, record]
    return { edits: merged(marks, laid.edits), records, plans: plansMoved(plan.moves) }
  }
  return changeDays(db, { ...call, kind: 'closure', plan })
}

type Waiting = { lessons: Map<string, { date: string; block: PlannedLesson }>; blocks: Map<string, StoredBlock>; ids: Map<string, string> }

/** Returns the unplaced lessons among these plans, by the plan's id. */
const waitingOf = async (db: Db, calendar: CalendarRef, places: readonly OldPlace[]): Promise<Waiting> => {
  const found: Waiting = { lessons: new Map(), blocks: new Map(), ids: new Map() }
  if (places.length === 0) return found
  const ids = places.map(({ id }) => id)
  for (const { id: recordId, content } of await unplacedLessons(db, calendar, ids)) {
    const { block, date } = content
    const { id, title, startTime, endTime, order, classId } = block
    found.lessons.set(id, { date, block: { id, title, startTime, endTime, order, classId: classId ?? null, hasText: true, home: NOWHERE } })
    found.blocks.set(`${NOWHERE} ${id}`, block)
    found.ids.set(id, recordId)
  }
  return found
}

export type GivenOpening = Range & {
  /** Only these days of the range. */
  dates?: readonly string[] | undefined
  plans: 'bringBack' | 'leave'
}

/** Returns what opening days does, and what it depends on. */
export const plannedOpening = async (
  db: Db,
  { calendar, now }: Pick<Call, 'calendar' | 'now'>,
  { from, to, dates, plans }: GivenOpening,
  hasWords = true,
) => {
  const only = dates && new Set(dates)
  const isMeant = (date: string) => date >= from && date <= to && (!only || only.has(date))
  const schoolOff = calendar.under ? await daysOffBetween(db, calendar.under, from, to) : new Set<string>()
  const isOpening = (date: string) => isMeant(date) && !schoolOff.has(date)
  const closures = await recordsOf(db, calendar, 'closure')
  const opening = plans === 'bringBack' ? closures.filter(({ content }) => content.dates.some(isOpening)) : []
  const [places, staying] = [opening, closures.filter((one) => !opening.includes(one))].map((some) =>
    firstPlaces(some.flatMap(({ content }) => content.places)),
  ) as [OldPlace[], OldPlace[]]
  const world = await readWorld(db, calendar, { from: firstDateOf(from, places), date: to, hasWords })
  const waiting = await waitingOf(db, calendar, places)
  const today = await todayOf(db, calendar, now)
  const closed = new Set(opening.flatMap(({ content }) => content.dates))
  const planned = planOpening({ ...world, today }, { from, isOpening, places, closed, staying, waiting: waiting.lessons })
  return { planned, waiting, closures, isMeant, isOpening }
}

/** Opens days, and brings their plans back or leaves them where they are. Throws `refused_by_rule`. */
export const openDays = async (db: Db, call: Call, opening: GivenOpening): Promise<Changed> => {
  const { calendar } = call
  const plan = async (db: Db): Promise<Changes> => {
    const { planned, waiting, closures, isMeant, isOpening } = await plannedOpening(db, call, opening, false)
    const laid = await changesOf(db, calendar, planned, waiting.blocks)
    const off = [...(await daysOffBetween(db, calendar, opening.from, opening.to))].filter(isMeant)
    const marks = off.map((date): MarkEdit => ({ date, marksTo: (day) => changedMarks(day, { isBlocked: false }) }))
    const placed = planned.days.flatMap(({ blocks }) => blocks.filter(({ home }) => home === NOWHERE))
    const gone = placed.map(({ id }): RecordEdit => ({ kind: 'unplaced', id: waiting.ids.get(id) ?? '', to: () => null }))
    const others = changedClosures(closures, (content) => withReturned(without(content, isOpening), planned.returned))
    const plans = { count: planned.returned.length, from: null, to: null }
    return { edits: merged(marks, laid.edits), records: [...laid.records, ...gone, ...others], plans }
  }
  return changeDays(db, { ...call, kind: 'closure', plan })
}

/** Returns the closures of a range that moved plans, each with where its plans are now. */
export const closuresOf = async (db: Db, calendar: CalendarRef, { from, to }: Range): Promise<Closure[]> => {
  const records = (await recordsOf(db, calendar, 'closure')).filter(
    ({ content }) => content.places.length > 0 && content.dates.some((date) => date >= from && date <= to),
  )
  if (records.length === 0) return []
  const firsts = records.flatMap(({ content }) => [...content.dates, ...content.places.map(({ date }) => date)]).sort()
  const [first = from, last = to] = [firsts[0], firsts.at(-1)]
  const places = records.flatMap(({ content }) => content.places)
  const { days } = await readWorld(db, calendar, { from: first, date: last, hasWords: true, ids: places.map(({ id }) => id) })
  const off = new Set(days.flatMap(({ date, isBlocked }) => (isBlocked ? [date] : [])))
  const now = new Map(days.flatMap(({ date, blocks }) => blocks.map((block) => [block.id, { date, block }] as const)))
  const waiting = await waitingOf(db, calendar, places)
  const moveOf = ({ id, date, startTime }: OldPlace): PlanMove[] => {
    const [there, left] = [now.get(id), waiting.lessons.get(id)]
    const block = there?.block ?? left?.block
    if (!block) return []
    const { classId = null, title, words = '' } = block
    const to = there ? { date: there.date, startTime: there.block.startTime } : null
    if (to?.date === date && to.startTime === startTime) return []
    return [{ blockId: id, classId, title, words, from: { date, startTime }, to }]
  }
  return records.flatMap(({ id, content }) => {
    const dates = content.dates.filter((date) => off.has(date))
    return dates.length > 0 ? [{ id, dates, moves: content.places.flatMap(moveOf) }] : []
  })
}
