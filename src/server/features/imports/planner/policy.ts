/**
 * Decides what comes in from the archive of a Firstbell account. Pure.
 *
 * 1. An empty day becomes exactly the archived day. On any other day, lessons come in as from any file.
 * 2. Existing records stay: those with the same id, classes and bell schedules of the same name, and timetables of the same dates.
 * 3. A short day or a closure comes in only together with its days, because it says how their lessons were before.
 */
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import type { TemplateContent } from '#server/features/templates/tables.ts'
import type { ArchivedPlanner, ReadItem } from '#server/lib/reading/items.ts'
import { type Marks, marksOf } from '#shared/calendar/rules.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classByName, comparedName } from '#shared/classes/rules.ts'
import type { ImportEntry } from '#shared/imports/contract.ts'
import type { PlannedDay } from '../policy.ts'

type ArchivedDay = ArchivedPlanner['days'][number]
type ArchivedRecord = ArchivedPlanner['records'][number]
type ArchivedTimetable = Extract<ArchivedRecord, { kind: 'timetable' }>['content']
/** Returns the class that an archived class becomes here. */
export type ClassIn = (id: string) => string

/** The records of the calendar. `ids` are those of the archive's records that are there. */
export type There = {
  ids: ReadonlySet<string>
  classes: readonly SchoolClass[]
  timetables: readonly { firstDay: string; lastDay: string }[]
  bellSchedules: readonly { name: string }[]
  shortDays: ReadonlySet<string>
  hasSchool: boolean
}

/** Returns the class that each archived class becomes here: the one with its name, here or earlier in the archive, or itself. */
export const classesIn = ({ records }: ArchivedPlanner, { ids, classes }: There): ClassIn => {
  const fresh = records.flatMap(({ kind, id, content }) => (kind === 'class' && !ids.has(id) ? [{ id, name: content.name }] : []))
  const named = classByName([...classes, ...fresh])
  const others = new Map(fresh.map(({ id, name }) => [id, named(name)?.id]))
  return (id) => others.get(id) ?? id
}

/** Returns the archive's classes that come in. */
export const classesToAdd = (planner: ArchivedPlanner, there: There): SchoolClass[] => {
  const classIn = classesIn(planner, there)
  return planner.records.flatMap(({ kind, id, content }) =>
    kind === 'class' && !there.ids.has(id) && classIn(id) === id ? [{ id, ...content }] : [],
  )
}

const withClass = <B extends { classId?: string | null | undefined }>(block: B, classIn: ClassIn): B =>
  block.classId ? { ...block, classId: classIn(block.classId) } : block

/** Returns a timetable with the classes that are here. It follows a school only if the teacher has one. */
const timetableHere = (
  timetable: ArchivedTimetable,
  { classIn, hasSchool }: { classIn: ClassIn; hasSchool: boolean },
): ArchivedTimetable => {
  const here = <C extends { classId: string }>(cells: readonly C[]) => cells.map((cell) => ({ ...cell, classId: classIn(cell.classId) }))
  return {
    ...timetable,
    followsSchool: timetable.followsSchool && hasSchool,
    versions: timetable.versions.map((version) => ({ ...version, cells: here(version.cells), fixed: here(version.fixed) })),
  }
}

const comesIn = (
  record: ArchivedRecord,
  there: There,
  { isWhole, classIn }: { isWhole: (date: string) => boolean; classIn: ClassIn },
): boolean => {
  if (there.ids.has(record.id)) return false
  const { kind, content } = record
  if (kind === 'class') return classIn(record.id) === record.id
  if (kind === 'timetable')
    return !there.timetables.some(({ firstDay, lastDay }) => firstDay <= content.lastDay && content.firstDay <= lastDay)
  if (kind === 'bellSchedule') return !there.bellSchedules.some(({ name }) => comparedName(name) === comparedName(content.name))
  if (kind === 'shortDay') return isWhole(content.date) && !there.shortDays.has(content.date)
  return kind === 'unplaced' || content.dates.every(isWhole)
}

/** Returns the archive's records that come in, as they will be here. `isWhole` is true for the dates whose days come in whole. */
export const recordsHere = (planner: ArchivedPlanner, there: There, isWhole: (date: string) => boolean): ArchivedRecord[] => {
  const { hasSchool } = there
  const classIn = classesIn(planner, there)
  // Each record also meets those that came in before it.
  const [timetables, bellSchedules, shortDays] = [[...there.timetables], [...there.bellSchedules], new Set(there.shortDays)]
  const now = { ...there, timetables, bellSchedules, shortDays }
  return planner.records
    .filter((record) => {
      if (!comesIn(record, now, { isWhole, classIn })) return false
      if (record.kind === 'timetable') timetables.push(record.content)
      if (record.kind === 'bellSchedule') bellSchedules.push(record.content)
      if (record.kind === 'shortDay') shortDays.add(record.content.date)
      return true
    })
    .map((record): ArchivedRecord => {
      const { kind, id, content } = record
      if (kind === 'timetable') return { kind, id, content: timetableHere(content, { classIn, hasSchool }) }
      if (kind === 'unplaced') return { kind, id, content: { ...content, block: withClass(content.block, classIn) } }
      return record
    })
}

/** Returns the templates of the archive with the classes that are here. */
export const templateHere = (template: ArchivedPlanner['templates'][number], classIn: ClassIn): TemplateContent[typeof template.kind] => {
  const { kind, content } = template
  if (kind === 'time_block') return withClass(content, classIn)
  const days = Object.entries(content).map(([day, blocks]) => [day, (blocks as StoredBlock[]).map((block) => withClass(block, classIn))])
  return Object.fromEntries(days)
}

/** True for a day that an archived one replaces as a whole. */
export const isEmptyDay = (day: (Marks & { blocks: readonly unknown[] }) | null): boolean =>
  !day || (!day.isBlocked && !day.hasNote && day.blocks.length === 0)

/** Plans a day that becomes exactly the archived one. `items` are those of its date, in the file's order. */
export const planWholeDay = (day: ArchivedDay, items: readonly ReadItem[], classIn: ClassIn): PlannedDay => {
  const texts = items.filter(({ kind }) => kind === 'lesson').map(({ description }) => description)
  const blocks = day.blocks.map((block, at) =>
    withClass({ ...block, description: texts[at] ?? ('' as StoredBlock['description']) }, classIn),
  )
  let lesson = 0
  const entries = items.map(({ line, kind, date, title, startTime, endTime, words }): ImportEntry => {
    const block = kind === 'lesson' ? blocks[lesson++] : undefined
    return { line, kind, date, title, startTime, endTime, words, classId: block?.classId ?? null, there: null, outcome: 'add' }
  })
  const marks = marksOf(day)
  return {
    ...{ entries, problems: [], marks, blocks },
    ...{ isMarked: marks.isBlocked || marks.hasNote, isPlanned: blocks.length > 0, closes: marks.isBlocked },
  }
}
