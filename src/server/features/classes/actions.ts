/** A calendar's classes. Every change is an operation, so it can be undone, and other open pages are notified. */
import { randomUUID } from 'node:crypto'
import { applyChange, type Changed, changeDays, cleanBlocks, type DayEdit, type OperationParts } from '#server/features/calendar/actions.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { type CalendarRecord, recordsOf } from '#server/features/calendar/records/queries.ts'
import type { RecordContent } from '#server/features/calendar/records/tables.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { withKeptFields } from '#shared/calendar/rules.ts'
import type { ClassChange, ClassInput, SchoolClass } from '#shared/classes/contract.ts'
import { classNamed, freeColor } from '#shared/classes/rules.ts'
import { renamingEdits } from './renaming/actions.ts'

const shown = ({ id, content }: CalendarRecord<'class'>): SchoolClass => ({ id, ...content })

/** Returns a calendar's classes in the teacher's order. */
export const classesOf = async (db: Db, calendar: Pick<CalendarRef, 'id'>): Promise<SchoolClass[]> =>
  (await recordsOf(db, calendar, 'class')).map(shown).sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))

const requireFreeName = ({ id, name }: Pick<SchoolClass, 'id' | 'name'>, classes: readonly SchoolClass[]): void => {
  const other = classNamed(
    name,
    classes.filter((one) => one.id !== id),
  )
  if (other) throw new Refused('taken', `You already have a class named ${other.name}.`)
}

/** Returns a class that a client sent, with a free color and the last place in the order if those are missing. */
export const newClass = ({ id = randomUUID(), ...input }: ClassInput, classes: readonly SchoolClass[]): SchoolClass => {
  const created = {
    ...input,
    id,
    color: input.color ?? freeColor(classes),
    order: input.order ?? classes.reduce((last, { order }) => Math.max(last, order + 1), 0),
  }
  requireFreeName(created, classes)
  return created
}

const contentOf = ({ id: _, ...content }: SchoolClass): RecordContent['class'] => content

export const edited = (schoolClass: SchoolClass): RecordEdit<'class'> => ({
  kind: 'class',
  id: schoolClass.id,
  to: () => contentOf(schoolClass),
})

type Call = Omit<OperationParts, 'kind' | 'undoes' | 'id'>

/** Creates a class. Repeating the call with the same id returns the class. Throws `taken` and `refused_by_rule`. */
export const createClass = async (db: Db, call: Call, input: ClassInput): Promise<SchoolClass> => {
  let created: SchoolClass | undefined
  await changeDays(db, {
    ...call,
    kind: 'class',
    plan: async (db) => {
      const classes = await classesOf(db, call.calendar)
      const same = classes.find(({ id }) => id === input.id)
      created = same ?? newClass(input, classes)
      return { edits: [], records: same ? [] : [edited(created)] }
    },
  })
  if (!created) throw new Error('A created class came back empty')
  return created
}

type DayOfClasses = { date: string; version?: number | undefined; blocks: (Omit<TimeBlock, 'order'> & { order?: number | undefined })[] }

/**
 * Creates classes and replaces the time blocks of days, in one operation. Repeating the call with the same operation id changes nothing.
 * Throws `stale`, `taken` and `refused_by_rule`.
 */
export const addLessons = async (
  db: Db,
  call: Omit<OperationParts, 'undoes'>,
  { classes, days }: { classes: readonly (ClassInput & { id: string })[]; days: readonly DayOfClasses[] },
): Promise<Changed> => {
  const edits: DayEdit[] = []
  for (const { date, version, blocks } of days) {
    const clean = (await cleanBlocks(blocks)).map((block, index) => ({ ...block, order: block.order ?? index }))
    edits.push({ date, version, to: (day) => applyChange(day, { blocks: withKeptFields(clean, day?.blocks ?? []) }) })
  }
  return changeDays(db, {
    ...call,
    plan: async (db) => {
      const all = await classesOf(db, call.calendar)
      const created: SchoolClass[] = []
      for (const input of classes) created.push(newClass(input, [...all, ...created]))
      return { edits, records: created.map(edited) }
    },
  })
}

/**
 * Changes a class, and with `lessonsFrom` renames its lessons from that date on. Throws `not_found`, `taken` if another class has the name,
 * and `refused_by_rule` if that is too much for one operation.
 */
export const changeClass = async (
  db: Db,
  call: Omit<OperationParts, 'kind' | 'undoes'>,
  { id, lessonsFrom, ...change }: ClassChange & { id: string; lessonsFrom?: string | undefined },
): Promise<SchoolClass> => {
  let changed: SchoolClass | undefined
  await changeDays(db, {
    ...call,
    kind: 'class',
    plan: async (db) => {
      const classes = await classesOf(db, call.calendar)
      changed = changedClass({ id, ...change }, classes)
      const before = classes.find((one) => one.id === id)
      const isRenamed = before && lessonsFrom !== undefined && changed.name !== before.name
      const edits = isRenamed ? await renamingEdits(db, call.calendar, { before, name: changed.name, from: lessonsFrom }) : []
      return { edits, records: [edited(changed)] }
    },
  })
  // A repeated call changes nothing.
  const stored = changed ?? (await classesOf(db, call.calendar)).find((one) => one.id === id)
  if (!stored) throw new Refused('not_found')
  return stored
}

/** Returns a class with a change applied. Throws `not_found`, and `taken` if another class has the name. */
export const changedClass = ({ id, ...change }: ClassChange & { id: string }, classes: readonly SchoolClass[]): SchoolClass => {
  const before = classes.find((one) => one.id === id)
  if (!before) throw new Refused('not_found')
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given }
  // Undo can bring a class back next to another one of its name. Both can still be changed.
  if (after.name !== before.name) requireFreeName(after, classes)
  return after
}

/** Deletes a class. Its lessons stay, with their text. Throws `not_found`. */
export const deleteClass = (db: Db, call: Call, id: string): Promise<Changed> =>
  changeDays(db, {
    ...call,
    kind: 'class',
    edits: [],
    records: [
      {
        kind: 'class',
        id,
        to: (before) => {
          if (!before) throw new Refused('not_found')
          return null
        },
      },
    ],
  })
