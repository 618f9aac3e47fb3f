/**
 * Renumbers the days of a timetable, and lays the later lessons down again in the same operation. A number set by hand, and a day off in a
 * cycle that waits, move the plans of all later days. Each class keeps its plans in order.
 */
import {
  type Changed,
  type Changes,
  type ClosingEdit,
  changeDays,
  type DayEdit,
  type OperationParts,
  type Renumber,
} from '#server/features/calendar/actions.ts'
import { daysOffBetween, outlineBetween } from '#server/features/calendar/outline/queries.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { type CalendarRecord, recordsOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { timezoneOfCalendar } from '#server/features/people/queries.ts'
import { editsOf } from '#server/features/timetables/laying/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { marksOf } from '#shared/calendar/rules.ts'
import { isSchoolDay, todayIn } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { readerOf } from '#shared/timetables/plan/rules.ts'
import { type Renumbering, renumbered } from '#shared/timetables/renumbering/rules.ts'
import { daysOf } from '#shared/timetables/rules.ts'

type Call = Omit<OperationParts, 'kind' | 'undoes'>

/** Returns today's date for the calendar's owner. */
export const todayOf = async (db: Db, { id }: CalendarRef, now: Date): Promise<string> =>
  todayIn(await timezoneOfCalendar(db, id), now.getTime())

/** Returns the timetable of a date. A date has at most one. */
const timetableOn = (timetables: readonly CalendarRecord<'timetable'>[], date: string) =>
  timetables.find(({ content }) => content.firstDay <= date && date <= content.lastDay)

type Renumbers = Renumbering & { record: CalendarRecord<'timetable'> }

/** Why a lesson is unplaced after its timetable was renumbered. */
export const NO_LESSON_LEFT = 'The renumbered timetable has fewer lessons of its class'

type Counted = Pick<Timetable, 'numbers' | 'setByHand'>
/** True if two timetables have the same numbers, so that an operation doesn't have to write them. */
const isCountedLike = (before: Counted | null, after: Counted): boolean =>
  before !== null &&
  (['numbers', 'setByHand'] as const).every((each) => {
    const [was, is] = [before[each], after[each]]
    return Object.keys(was).length === Object.keys(is).length && Object.keys(is).every((date) => was[date] === is[date])
  })

/** Returns the edit that stores a timetable's new numbers. */
export const recounting = (id: string, timetable: CalendarRecord<'timetable'>['content']): RecordEdit => ({
  kind: 'timetable',
  id,
  to: (before) => (isCountedLike(before, timetable) ? before : timetable),
})

/** Returns the edits that carry out a renumbering. */
const changesOf = async (
  db: Db,
  calendar: CalendarRef,
  { record, ...renumbering }: Renumbers,
): Promise<{ edits: DayEdit[]; records: RecordEdit[] }> => {
  const { content } = record
  const days = await outlineBetween(db, calendar, renumbering.from, content.lastDay)
  const { timetable, relaid } = renumbered(content, renumbering, days, await classesOf(db, calendar))
  const laid = await editsOf(db, calendar, {
    days: relaid.days,
    unplaced: relaid.unplaced.map((one) => ({ ...one, reason: NO_LESSON_LEFT })),
  })
  return { edits: laid.edits, records: [recounting(record.id, timetable), ...laid.records] }
}

/** Sets the number of a day by hand, or null to count it again. Throws `not_found` and `refused_by_rule`. */
export const setCycleDay = async (db: Db, call: Call, { date, day }: { date: string; day: number | null }): Promise<Changed> => {
  const { calendar } = call
  const plan = async (db: Db): Promise<Changes> => {
    const record = timetableOn(await recordsOf(db, calendar, 'timetable'), date)
    if (!record) throw new Refused('not_found', 'There is no timetable on this day.')
    const { rhythm, setByHand: before } = record.content
    if (rhythm.kind === 'weekly')
      throw new Refused('refused_by_rule', 'This timetable is the same every week, so its days don’t have numbers.')
    if (day !== null && day > daysOf(rhythm)) throw new Refused('refused_by_rule', `This timetable has ${daysOf(rhythm)} days.`)
    const { isOff } = readerOf(await outlineBetween(db, calendar, date, date), [])
    if (!isSchoolDay(date) || isOff(date)) throw new Refused('refused_by_rule', 'A day off doesn’t have a number. Choose a school day.')
    const { [date]: _, ...others } = before
    const setByHand = day === null ? others : { ...others, [date]: day }
    const today = await todayOf(db, calendar, call.now)
    return changesOf(db, calendar, { record, from: date, setByHand, closing: new Map(), except: new Set(), today })
  }
  return changeDays(db, { ...call, kind: 'timetable', plan })
}

/** Returns an edit that also writes relaid lessons on its day. */
const combined = (edit: ClosingEdit, relaid: DayEdit): DayEdit => {
  if ('to' in edit)
    return {
      ...edit,
      to: (day) => {
        const after = edit.to(day)
        return after && { ...after, blocks: relaid.to(day)?.blocks ?? after.blocks }
      },
    }
  const { marksTo, ...expected } = edit
  return { ...expected, to: (day) => ({ ...marksTo(day && marksOf(day)), blocks: relaid.to(day)?.blocks ?? [] }) }
}

/** Returns edits that also write relaid lessons. */
export const merged = (edits: readonly ClosingEdit[], relaid: readonly DayEdit[]): ClosingEdit[] => {
  const byDate = new Map(relaid.map((edit) => [edit.date, edit]))
  const own = edits.map((edit) => {
    const also = byDate.get(edit.date)
    byDate.delete(edit.date)
    return also ? combined(edit, also) : edit
  })
  return [...own, ...byDate.values()]
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Returns the changes of an operation that adds or removes days off, with everything that follows from it in the calendar's timetables. The
 * calendar must be locked.
 */
export const withRenumbering: Renumber = async (db, calendar, { edits, now }) => {
  const timetables = await recordsOf(db, calendar, 'timetable')
  if (timetables.length === 0) return { edits }
  const today = await todayOf(db, calendar, now)
  const closes = new Map(edits.flatMap(({ date, closes }) => (closes === undefined ? [] : [[date, closes] as const])))
  const except = new Set(edits.flatMap(({ date, hasLessons }) => (hasLessons ? [date] : [])))
  const dates = [...closes.keys()].sort()
  let changes: { edits: readonly ClosingEdit[]; records: RecordEdit[] } = { edits, records: [] }
  for (const record of timetables) {
    const { firstDay, lastDay } = record.content
    const own = dates.filter((date) => date >= firstDay && date <= lastDay)
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) continue
    const { isOff } = readerOf(await outlineBetween(db, calendar, first, last), [])
    // A day that the school closed stays off, whatever the teacher does with it.
    const schoolOff = calendar.under ? await daysOffBetween(db, calendar.under, first, last) : NONE
    const flips = own.filter((date) => !schoolOff.has(date) && isOff(date) !== closes.get(date))
    const [from] = flips
    if (from === undefined) continue
    const closing = new Map(flips.map((date) => [date, closes.get(date) === true]))
    const more = await changesOf(db, calendar, { record, from, setByHand: record.content.setByHand, closing, except, today })
    changes = { edits: merged(changes.edits, more.edits), records: [...changes.records, ...more.records] }
  }
  return changes
}
