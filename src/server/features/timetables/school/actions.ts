/**
 * A school's year, and the one question that teachers get when it changes. The answer is one operation: the recounted timetable, and its
 * later lessons laid down again.
 */
import { randomUUID } from 'node:crypto'
import { type Changed, type Changes, changeDays, type OperationParts } from '#server/features/calendar/actions.ts'
import { daysOffBetween, outlineBetween } from '#server/features/calendar/outline/queries.ts'
import { type CalendarRecord, recordsOf } from '#server/features/calendar/records/queries.ts'
import type { RecordContent } from '#server/features/calendar/records/tables.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { editsOf } from '#server/features/timetables/laying/actions.ts'
import { NO_LESSON_LEFT, todayOf } from '#server/features/timetables/numbering/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { addDays, FIRST_DAY, LAST_DAY } from '#shared/dates.ts'
import { schoolDays } from '#shared/timetables/numbering/rules.ts'
import { type PlannedLesson, readerOf, slotsIn, waysOf } from '#shared/timetables/plan/rules.ts'
import { type RelayResult, type RenumberedDay, relaidDays } from '#shared/timetables/relaying/rules.ts'
import type { SchoolAnswer, SchoolChange, SchoolYear, SchoolYearInput } from '#shared/timetables/school/contract.ts'
import { type School, type SchoolDifference, schoolDifference, schoolKey, schoolNumbers } from './policy.ts'

type TimetableContent = RecordContent['timetable']
type TimetableRecord = CalendarRecord<'timetable'>
type Call = Omit<OperationParts, 'kind' | 'undoes'>
type SchoolCalendar = Pick<CalendarRef, 'id'>

const YEAR_CHANGED = 'Another administrator changed the school year. Reload to see it, then make your change again.'
const ANSWERED = 'This was already answered in another window, or your school changed something again. Look at your timetable.'
const CANNOT_FOLLOW = 'Your school’s days repeat in another way now. Set up your timetable again to follow them.'

/** Lessons of a day that the school closed move on if the teacher answers up to a week later. Older days stay as they are. */
const LATE_DAYS = 7

const yearRecord = async (db: Db, school: SchoolCalendar): Promise<CalendarRecord<'schoolYear'> | undefined> =>
  (await recordsOf(db, school, 'schoolYear'))[0]

/** Returns a school's year with the numbers of its days, or null if no administrator has set it. */
export const schoolYearOf = async (db: Db, school: SchoolCalendar): Promise<SchoolYear | null> => {
  const record = await yearRecord(db, school)
  if (!record) return null
  const { content, operationId } = record
  const off = await daysOffBetween(db, school, content.firstDay, content.lastDay)
  return { ...content, numbers: schoolNumbers(content, off), operationId }
}

/** Sets a school's year. Throws `stale` if it was changed since the administrator saw it. */
export const putSchoolYear = async (db: Db, call: Call, { basedOn, operationId: _, ...input }: SchoolYearInput): Promise<Changed> => {
  const { calendar } = call
  const { firstDay, lastDay } = input
  const inYear = Object.entries(input.setByHand).filter(([date]) => date >= firstDay && date <= lastDay)
  const year = { ...input, setByHand: Object.fromEntries(inYear) }
  const plan = async (db: Db): Promise<Changes> => {
    const record = await yearRecord(db, calendar)
    if (basedOn !== undefined && basedOn !== (record?.operationId ?? null)) throw new Refused('stale', YEAR_CHANGED)
    return { edits: [], records: [{ kind: 'schoolYear', id: record?.id ?? randomUUID(), to: () => year }] }
  }
  return changeDays(db, { ...call, kind: 'timetable', plan })
}

type Range = Pick<TimetableContent, 'firstDay' | 'lastDay'>

/** Returns the first and the last date of all these ranges. */
const around = (ranges: readonly Range[]): [from: string, to: string] => {
  const firstDays = ranges.map(({ firstDay }) => firstDay).sort()
  const lastDays = ranges.map(({ lastDay }) => lastDay).sort()
  return [firstDays[0] ?? FIRST_DAY, lastDays.at(-1) ?? FIRST_DAY]
}

/** Returns what a calendar's school says about the days of these timetables. Undefined if the calendar's owner isn't in a school. */
const schoolAbove = async (db: Db, { under }: Pick<CalendarRef, 'under'>, timetables: readonly Range[]): Promise<School | undefined> => {
  if (!under) return undefined
  const year = (await yearRecord(db, under))?.content ?? null
  return { year, off: await daysOffBetween(db, under, ...around(year ? [...timetables, year] : timetables)) }
}

/** Returns a new timetable as one that is in step with the school. */
export const inStep = async (db: Db, calendar: CalendarRef, timetable: TimetableContent): Promise<TimetableContent> => {
  const school = await schoolAbove(db, calendar, [timetable])
  return school ? { ...timetable, schoolKey: schoolKey(timetable, school) } : timetable
}

/** Returns the dates around a timetable that no other timetable has. */
const roomFor = ({ id, content }: TimetableRecord, others: readonly TimetableRecord[]) => {
  let [firstDay, lastDay] = [FIRST_DAY, LAST_DAY]
  for (const other of others) {
    if (other.id === id) continue
    const { content: there } = other
    if (there.lastDay < content.firstDay && there.lastDay >= firstDay) firstDay = addDays(there.lastDay, 1)
    if (there.firstDay > content.lastDay && there.firstDay <= lastDay) lastDay = addDays(there.firstDay, -1)
  }
  return { firstDay, lastDay }
}

type Open = { record: TimetableRecord; key: string; difference: SchoolDifference; off: ReadonlySet<string>; today: string }

/** Returns the first timetable whose school changed something that the teacher hasn't answered. */
const openChange = async (db: Db, calendar: CalendarRef, now: Date): Promise<Open | undefined> => {
  if (!calendar.under) return undefined
  const timetables = await recordsOf(db, calendar, 'timetable')
  if (timetables.length === 0) return undefined
  const today = await todayOf(db, calendar, now)
  const current = timetables
    .filter(({ content }) => content.lastDay >= today)
    .sort((a, b) => (a.content.firstDay < b.content.firstDay ? -1 : 1))
  const ranges = current.map(({ content }) => content)
  const school = current.length > 0 && (await schoolAbove(db, calendar, ranges))
  if (!school) return undefined
  const own = await daysOffBetween(db, calendar, ...around(ranges))
  const isOff = (date: string) => own.has(date) || school.off.has(date)
  for (const record of current) {
    const difference = schoolDifference(record.content, school, { today, isOff, room: roomFor(record, timetables) })
    if (difference) return { record, key: schoolKey(record.content, school), difference, off: school.off, today }
  }
  return undefined
}

type Updated = { timetable: TimetableContent; relaid: RelayResult<PlannedLesson>; isOff: (date: string) => boolean }

/** Returns a timetable after an update, and its days with their lessons laid down again. */
const updated = async (
  db: Db,
  calendar: CalendarRef,
  { record: { content: before }, difference: { closed }, off, today }: Open,
  after: TimetableContent,
): Promise<Updated> => {
  const late = closed.filter((date) => date >= addDays(today, -LATE_DAYS))
  const [first = today] = [...late, today].sort()
  const last = after.lastDay > before.lastDay ? after.lastDay : before.lastDay
  const classes = await classesOf(db, calendar)
  const outlined = await outlineBetween(db, calendar, first, last)
  const { isOff, usualLessonsOn, withShortDays } = readerOf(outlined, classes)
  const [slotsBefore, slotsAfter] = [slotsIn(before, classes), slotsIn(after, classes)]
  const { rhythm, followsSchool } = after
  const waits = rhythm.kind === 'cycle' && rhythm.onDayOff === 'wait'
  // Lessons stay under a day off that doesn't make the cycle wait.
  const isUnmoved = (date: string) => isOff(date) && !(waits && (off.has(date) || !followsSchool))
  const days = schoolDays(first, last)
    // Days before today stay as they were taught.
    .filter((date) => date >= today || late.includes(date))
    .map((date): RenumberedDay<PlannedLesson> => {
      const blocks = usualLessonsOn(date)
      const old = isOff(date) && blocks.length === 0 ? [] : slotsBefore(date)
      return { date, blocks, old, new: isUnmoved(date) ? old : slotsAfter(date) }
    })
  const start = days.findIndex((day) => JSON.stringify(day.old) !== JSON.stringify(day.new))
  const changing = start < 0 ? [] : days.slice(start)
  const relaid = relaidDays(changing, waysOf(classes, outlined))
  return { timetable: after, relaid: { ...relaid, days: withShortDays(relaid.days) }, isOff }
}

type Moves = Pick<SchoolChange, 'dates' | 'moved' | 'by' | 'added' | 'unplaced'>

/** Returns how many lessons move, and how far, counted in the days that have school after the update. */
const movesOf = ({ timetable, relaid, isOff }: Updated): Moves => {
  const moves = relaid.days.flatMap(({ date, blocks }) =>
    blocks.flatMap(({ home }) => (home !== '' && home !== date ? [{ home, date }] : [])),
  )
  const ends = moves.flatMap(({ home, date }) => [home, date]).sort()
  const open = schoolDays(ends[0] ?? timetable.lastDay, ends.at(-1) ?? timetable.lastDay).filter((date) => !isOff(date))
  /** The number of open days up to a date, the date included. */
  const upTo = new Map<string, number>()
  for (const end of ends) if (!upTo.has(end)) upTo.set(end, open.filter((date) => date <= end).length)
  const isOpen = new Set(open)
  const distances = new Set(
    moves.map(({ home, date }) => {
      const steps = (upTo.get(date) ?? 0) - (upTo.get(home) ?? 0)
      return date < home && !isOpen.has(home) ? steps - 1 : steps
    }),
  )
  return {
    dates: relaid.days.map(({ date }) => date),
    moved: moves.length,
    by: distances.size === 1 ? ([...distances][0] ?? null) : null,
    added: relaid.days.reduce((sum, { blocks }) => sum + blocks.filter(({ home }) => home === '').length, 0),
    unplaced: relaid.unplaced.length,
  }
}

const NO_MOVES: Moves = { dates: [], moved: 0, by: null, added: 0, unplaced: 0 }

/** Returns what the school changed that the teacher hasn't answered, and what an update would do. Null if there is nothing. */
export const schoolChangeOf = async (db: Db, calendar: CalendarRef, now: Date): Promise<SchoolChange | null> => {
  const open = await openChange(db, calendar, now)
  if (!open) return null
  const { timetable, changes } = open.difference
  const moves = timetable ? movesOf(await updated(db, calendar, open, timetable)) : NO_MOVES
  return { timetableId: open.record.id, key: open.key, changes, canUpdate: timetable !== null, ...moves }
}

/**
 * Updates a timetable, or keeps it until the school changes something again. Throws `not_found`, `stale` if there is nothing to answer
 * anymore, and `refused_by_rule`.
 */
export const answerSchool = async (db: Db, call: Call, { id, key, answer }: { id: string } & SchoolAnswer): Promise<Changed> => {
  const { calendar, now } = call
  const plan = async (db: Db): Promise<Changes> => {
    const timetables = await recordsOf(db, calendar, 'timetable')
    if (timetables.every((timetable) => timetable.id !== id)) throw new Refused('not_found', 'Timetable not found')
    const open = await openChange(db, calendar, now)
    if (open?.record.id !== id || open.key !== key) throw new Refused('stale', ANSWERED)
    const { record, difference } = open
    const asAnswered = (content: TimetableContent) => ({ kind: 'timetable', id, to: () => ({ ...content, schoolKey: key }) }) as const
    if (answer === 'keep') return { edits: [], records: [asAnswered(record.content)] }
    if (!difference.timetable) throw new Refused('refused_by_rule', CANNOT_FOLLOW)
    const { timetable, relaid } = await updated(db, calendar, open, difference.timetable)
    const unplaced = relaid.unplaced.map((one) => ({ ...one, reason: NO_LESSON_LEFT }))
    const laid = await editsOf(db, calendar, { days: relaid.days, unplaced })
    return { edits: laid.edits, records: [asAnswered(timetable), ...laid.records] }
  }
  return changeDays(db, { ...call, kind: 'timetable', plan })
}
