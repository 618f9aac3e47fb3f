/** The bell schedules with which teachers shorten days: their own, and those of their school. */
import { randomUUID } from 'node:crypto'
import { type Changed, changeDays, type OperationParts } from '#server/features/calendar/actions.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { type CalendarRecord, recordsOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { comparedName } from '#shared/classes/rules.ts'
import type { NamedTimes } from '#shared/moves/short-days/contract.ts'

type Content = CalendarRecord<'bellSchedule'>['content']
type Call = Omit<OperationParts, 'kind' | 'undoes'>

const shown = ({ id, content }: Pick<CalendarRecord<'bellSchedule'>, 'id' | 'content'>): NamedTimes => ({
  id,
  ...content,
  isSchools: false,
})

const ownSchedules = (db: Db, calendar: CalendarRef) => recordsOf(db, calendar, 'bellSchedule')

/** Returns the school's bell schedules in its order, and then the teacher's own by name. */
export const bellSchedulesOf = async (db: Db, calendar: CalendarRef): Promise<NamedTimes[]> => {
  const [year] = calendar.under ? await recordsOf(db, calendar.under, 'schoolYear') : []
  const schools = (year?.content.bellSchedules ?? []).map((one) => ({ ...one, isSchools: true }))
  const own = (await ownSchedules(db, calendar)).map(shown)
  return [...schools, ...own.sort((a, b) => (a.name < b.name ? -1 : 1))]
}

const edited = (id: string, content: Content | null): RecordEdit<'bellSchedule'> => ({ kind: 'bellSchedule', id, to: () => content })

const requireFreeName = ({ id, name }: { id: string; name: string }, all: readonly CalendarRecord<'bellSchedule'>[]): void => {
  if (all.some((one) => one.id !== id && comparedName(one.content.name) === comparedName(name)))
    throw new Refused('taken', `You already have a bell schedule named ${name}.`)
}

/** Creates a bell schedule. Repeating the call with the same id returns it. Throws `taken` and `refused_by_rule`. */
export const createBellSchedule = async (
  db: Db,
  call: Call,
  { id = randomUUID(), ...content }: Content & { id?: string | undefined },
): Promise<NamedTimes> => {
  let created = { id, content }
  await changeDays(db, {
    ...call,
    kind: 'timetable',
    plan: async (db) => {
      const all = await ownSchedules(db, call.calendar)
      const same = all.find((one) => one.id === id)
      if (same) created = same
      else requireFreeName({ id, name: content.name }, all)
      return { edits: [], records: same ? [] : [edited(id, content)] }
    },
  })
  return shown(created)
}

/** Changes a bell schedule. Throws `not_found` and `taken`. */
export const changeBellSchedule = async (
  db: Db,
  call: Call,
  { id, name, rows }: { id: string; name?: string | undefined; rows?: Content['rows'] | undefined },
): Promise<NamedTimes> => {
  await changeDays(db, {
    ...call,
    kind: 'timetable',
    plan: async (db) => {
      const all = await ownSchedules(db, call.calendar)
      const before = all.find((one) => one.id === id)?.content
      if (!before) throw new Refused('not_found')
      const after = { name: name ?? before.name, rows: rows ?? before.rows }
      if (after.name !== before.name) requireFreeName({ id, name: after.name }, all)
      return { edits: [], records: [edited(id, after)] }
    },
  })
  const stored = (await ownSchedules(db, call.calendar)).find((one) => one.id === id)
  if (!stored) throw new Refused('not_found')
  return shown(stored)
}

/** Deletes a bell schedule. Throws `not_found`. */
export const deleteBellSchedule = (db: Db, call: Call, id: string): Promise<Changed> =>
  changeDays(db, {
    ...call,
    kind: 'timetable',
    edits: [],
    records: [
      {
        kind: 'bellSchedule',
        id,
        to: (before) => {
          if (!before) throw new Refused('not_found')
          return null
        },
      },
    ],
  })
