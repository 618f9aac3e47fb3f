/**
 * Lays timetables down and changes them from a date on. Each is one operation: the days, the timetable, classes that are new, and lessons
 * without a place. Undo takes all of it back.
 */
import { randomUUID } from 'node:crypto'
import { type Changed, type Changes, changeDays, type OperationParts } from '#server/features/calendar/actions.ts'
import { outlineBetween } from '#server/features/calendar/outline/queries.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { type CalendarRecord, recordOf, recordsOf } from '#server/features/calendar/records/queries.ts'
import type { RecordContent } from '#server/features/calendar/records/tables.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { changedClass, classesOf, edited, newClass } from '#server/features/classes/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { ClassInput, SchoolClass } from '#shared/classes/contract.ts'
import { addDays, formatDay, stepSchoolDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { fitsGrid, MISFIT, type NewTimetable, type Timetable, type TimetableChange } from '#shared/timetables/contract.ts'
import type { Slot } from '#shared/timetables/laying/rules.ts'
import { numbersSince } from '#shared/timetables/numbering/rules.ts'
import { type ChangePlan, plannedChange, plannedTimetable, type TimetablePlan } from '#shared/timetables/plan/rules.ts'
import { editsOf } from './laying/actions.ts'
import { inStep, schoolYearOf } from './school/actions.ts'

const NOT_FOUND = 'Timetable not found'
const CHANGED_SINCE = 'Your planner has changed since you saw what would happen. Please look again.'
const NO_SCHOOL_YEAR = 'Your school hasn’t set its year yet. Choose the days yourself.'
const OTHER_RHYTHM = 'Your school’s days repeat in another way now. Look at your timetable again.'
const UNKNOWN_CLASS = 'Choose one of your classes for each cell.'

type TimetableContent = RecordContent['timetable']
type Call = Omit<OperationParts, 'kind' | 'undoes'>
export type LaidDown = { id: string; changed: Changed }

/** Returns a calendar's timetables, in order. */
export const timetablesOf = async (db: Db, calendar: Pick<CalendarRef, 'id'>): Promise<Timetable[]> =>
  (await recordsOf(db, calendar, 'timetable'))
    .map(({ id, content, operationId }) => ({ id, ...content, operationId }))
    .sort((a, b) => (a.firstDay < b.firstDay ? -1 : 1))

type Classes = { before: SchoolClass[]; after: SchoolClass[]; edits: RecordEdit<'class'>[] }

/** Returns the calendar's classes with those of a call, which are new or changed. Throws `taken` for a second class with the same name. */
const classesWith = async (db: Db, calendar: CalendarRef, inputs: readonly ClassInput[]): Promise<Classes> => {
  const before = await classesOf(db, calendar)
  let after = before
  const edits: RecordEdit<'class'>[] = []
  for (const input of inputs) {
    const { id } = input
    const isKnown = id !== undefined && after.some((one) => one.id === id)
    const next = isKnown ? changedClass({ ...input, id }, after) : newClass(input, after)
    after = isKnown ? after.map((one) => (one.id === id ? next : one)) : [...after, next]
    edits.push(edited(next))
  }
  return { before, after, edits }
}

type Grid = Pick<NewTimetable, 'rows' | 'cells' | 'fixed'>
const requireClasses = ({ cells, fixed }: Grid, classes: readonly SchoolClass[]): void => {
  const ids = new Set(classes.map(({ id }) => id))
  if ([...cells, ...fixed].some(({ classId }) => !ids.has(classId))) throw new Refused('refused_by_rule', UNKNOWN_CLASS)
}

const requireSeen = ({ version }: { version?: number | undefined }, current: number): void => {
  if (version !== undefined && version !== current) throw new Refused('stale', CHANGED_SINCE)
}

/** Returns the other timetables' edits: a date has one timetable, so an older one ends the day before the new one starts. */
const endingEdits = (others: readonly CalendarRecord<'timetable'>[], { firstDay, lastDay }: Pick<Timetable, 'firstDay' | 'lastDay'>) =>
  others
    .filter(({ content }) => content.firstDay <= lastDay && content.lastDay >= firstDay)
    .map(({ id, content }): RecordEdit<'timetable'> => {
      const range =
        content.firstDay < firstDay
          ? { firstDay: content.firstDay, lastDay: addDays(firstDay, -1) }
          : { firstDay: addDays(lastDay, 1), lastDay: content.lastDay }
      const isLeft = range.firstDay <= range.lastDay
      const isIn = ([date]: [string, number]) => date >= range.firstDay && date <= range.lastDay
      const inRange = (numbers: Record<string, number>) => Object.fromEntries(Object.entries(numbers).filter(isIn))
      const isLater = range.firstDay > content.firstDay
      const numbers = isLater ? numbersSince(content.numbers, { ...content, ...range }) : inRange(content.numbers)
      const left = { ...content, ...range, numbers, setByHand: inRange(content.setByHand) }
      return { kind: 'timetable', id, to: () => (isLeft ? left : null) }
    })

type Planned<P> = { plan: P; classes: Classes; timetable: TimetableContent }

/** Returns a new timetable's dates and rhythm: the school's if it follows the school. Throws `refused_by_rule`. */
const withSchoolYear = async (db: Db, { under }: CalendarRef, body: NewTimetable) => {
  if (!body.followsSchool) return { ...body, followsSchool: false, numbers: undefined }
  const year = under && (await schoolYearOf(db, under))
  if (!year) throw new Refused('refused_by_rule', NO_SCHOOL_YEAR)
  const { firstDay, lastDay, rhythm, setByHand, numbers } = year
  if (!fitsGrid({ rows: body.rows, cells: body.cells, rhythm })) throw new Refused('refused_by_rule', OTHER_RHYTHM)
  if (body.from > lastDay) throw new Refused('refused_by_rule', `Your school’s year ends on ${formatDay(lastDay, 'full')}.`)
  return { ...body, firstDay, lastDay, rhythm, setByHand, numbers, followsSchool: true }
}

const planNew = async (db: Db, calendar: CalendarRef, given: NewTimetable): Promise<Planned<TimetablePlan>> => {
  const classes = await classesWith(db, calendar, given.classes)
  requireClasses(given, classes.after)
  const body = await withSchoolYear(db, calendar, given)
  const others = await recordsOf(db, calendar, 'timetable')
  const { rows, cells, fixed, lastDay, rhythm, setByHand, followsSchool } = body
  const from = body.from < body.firstDay ? body.firstDay : body.from
  // Days before the first new lesson keep the timetable that they had.
  const isEarlier = others.some(({ content }) => content.firstDay < from && content.lastDay >= body.firstDay)
  const firstDay = isEarlier ? from : body.firstDay
  const plan = plannedTimetable({ ...body, from }, await outlineBetween(db, calendar, body.firstDay, lastDay), classes.after)
  const timetable = {
    firstDay,
    lastDay,
    rhythm,
    versions: [{ from, rows, cells, fixed }],
    numbers: isEarlier ? numbersSince(plan.numbers, { firstDay, rhythm }) : plan.numbers,
    setByHand,
    followsSchool,
  }
  return { plan, classes, timetable: await inStep(db, calendar, timetable) }
}

const isTaken = (): never => {
  throw new Refused('taken')
}

/** Lays a timetable down. Throws `refused_by_rule`, `stale` and `taken`. */
export const createTimetable = async (db: Db, call: Call, { id = randomUUID(), ...body }: NewTimetable): Promise<LaidDown> => {
  const { calendar } = call
  let made: string | undefined
  const plan = async (db: Db, version: number): Promise<Changes> => {
    requireSeen(body, version)
    made = id
    const { plan, classes, timetable } = await planNew(db, calendar, body)
    const laid = await editsOf(db, calendar, { days: plan.days.filter(({ isChanged }) => isChanged), unplaced: plan.unplaced })
    const others = (await recordsOf(db, calendar, 'timetable')).filter((other) => other.id !== id)
    const records = [
      ...classes.edits,
      ...endingEdits(others, timetable),
      { kind: 'timetable', id, to: (before) => (before ? isTaken() : timetable) } satisfies RecordEdit,
      ...laid.records,
    ]
    return { edits: laid.edits, records }
  }
  const changed = await changeDays(db, { ...call, kind: 'timetable', plan })
  return { id: made ?? (await timetableOf(db, calendar, changed.operationId, id)), changed }
}

/** Returns the id of the timetable that an operation made, for a repeated call. */
const timetableOf = async (db: Db, calendar: CalendarRef, operationId: string, otherwise: string): Promise<string> =>
  (await recordsOf(db, calendar, 'timetable')).find((one) => one.operationId === operationId)?.id ?? otherwise

/** Returns what laying a timetable down would do. */
export const previewOfNew = async (db: Db, calendar: CalendarRef, body: NewTimetable): Promise<TimetablePlan> =>
  (await planNew(db, calendar, body)).plan

/** Says why a lesson has no place after a change. */
const reasonWith =
  ({ date, grid, classes }: { date: string; grid: Grid; classes: readonly SchoolClass[] }) =>
  ({ classId }: Slot): string => {
    const name = classes.find(({ id }) => id === classId)?.name ?? 'This class'
    const isTaught = [...grid.cells, ...grid.fixed].some((cell) => cell.classId === classId)
    return isTaught
      ? `${name} has fewer lessons from ${formatDay(date, 'monthDayLong')}`
      : `${name} ends on ${formatDay(stepSchoolDay(date, -1), 'monthDayLong')}`
  }

type ChangeOf = { id: string; date: string; body: TimetableChange }

const planChange = async (db: Db, calendar: CalendarRef, { id, date, body }: ChangeOf): Promise<Planned<ChangePlan>> => {
  const record = await recordOf(db, calendar, { kind: 'timetable', id })
  if (!record) throw new Refused('not_found', NOT_FOUND)
  const { content } = record
  const { rows, cells, fixed, lastDay = content.lastDay } = body
  if (date < content.firstDay || date > content.lastDay)
    throw new Refused(
      'refused_by_rule',
      `Choose a day from ${formatDay(content.firstDay, 'full')} to ${formatDay(content.lastDay, 'full')}.`,
    )
  const [{ from: filledFrom } = { from: content.firstDay }] = content.versions
  if (content.rhythm.kind !== 'weekly' && date < filledFrom)
    throw new Refused(
      'refused_by_rule',
      `This timetable counts its days from ${formatDay(filledFrom, 'full')}. Choose that day or a later one.`,
    )
  if (lastDay < date) throw new Refused('refused_by_rule', 'The last day can’t be before the change.')
  if (addDays(content.firstDay, MAX.timetableDays) <= lastDay)
    throw new Refused('refused_by_rule', `A timetable can have up to ${MAX.timetableDays} days.`)
  if (!fitsGrid({ rows, cells, rhythm: content.rhythm })) throw new Refused('refused_by_rule', `${MISFIT}.`)
  const classes = await classesWith(db, calendar, body.classes)
  requireClasses(body, classes.after)
  const last = lastDay > content.lastDay ? lastDay : content.lastDay
  const reasonOf = reasonWith({ date, grid: body, classes: classes.after })
  const change = { date, lastDay, rows, cells, fixed, classes: classes.after, before: classes.before, reasonOf }
  const plan = plannedChange(content, change, await outlineBetween(db, calendar, date, last))
  if (plan.timetable.versions.length > MAX.timetableVersions)
    throw new Refused('refused_by_rule', `A timetable can change up to ${MAX.timetableVersions} times. Start a new one.`)
  return { plan, classes, timetable: plan.timetable }
}

/** Changes a timetable and its lessons from a date on. Throws `not_found`, `refused_by_rule`, `stale` and `taken`. */
export const changeTimetable = async (db: Db, call: Call, { id, date, body }: ChangeOf): Promise<LaidDown> => {
  const { calendar } = call
  const plan = async (db: Db, version: number): Promise<Changes> => {
    requireSeen(body, version)
    const { plan, classes, timetable } = await planChange(db, calendar, { id, date, body })
    const laid = await editsOf(db, calendar, plan)
    const others = (await recordsOf(db, calendar, 'timetable')).filter((other) => other.id !== id)
    const extended = timetable.lastDay > date ? endingEdits(others, { firstDay: date, lastDay: timetable.lastDay }) : []
    return { edits: laid.edits, records: [...classes.edits, ...extended, { kind: 'timetable', id, to: () => timetable }, ...laid.records] }
  }
  return { id, changed: await changeDays(db, { ...call, kind: 'timetable', plan }) }
}

/** Returns what a change of a timetable from a date on would do. */
export const previewOfChange = async (db: Db, calendar: CalendarRef, change: ChangeOf): Promise<ChangePlan> =>
  (await planChange(db, calendar, change)).plan
