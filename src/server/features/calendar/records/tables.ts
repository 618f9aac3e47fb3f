import { bigint, index, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { calendarId, calendarOperations, type StoredBlock } from '#server/features/calendar/tables.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import type { Closed } from '#shared/moves/closing/rules.ts'
import type { ShortDay } from '#shared/moves/short-days/contract.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import type { BellSchedule, SchoolYear } from '#shared/timetables/school/contract.ts'

/** The content of each kind of record, without its id. */
export type RecordContent = {
  class: Omit<SchoolClass, 'id'>
  /** `schoolKey` names what the school said when the timetable was last in step with it, or when the teacher last answered. */
  timetable: Omit<Timetable, 'id' | 'operationId'> & { schoolKey?: string }
  /** A lesson without a day: the block as it was on `date`, and why it isn't there anymore. */
  unplaced: { block: StoredBlock; date: string; reason: string }
  closure: Closed
  /** A bell schedule of the teacher. */
  bellSchedule: Omit<BellSchedule, 'id'>
  /** The times of a short day. Its lessons have them too, but may all leave the day for a while. */
  shortDay: ShortDay & { date: string }
  /** The year of a school. Only a school's calendar has one. */
  schoolYear: Omit<SchoolYear, 'numbers' | 'operationId'>
}
export type RecordKind = keyof RecordContent

/**
 * The parts of a calendar besides its days: classes, timetables, unplaced lessons, closures, bell schedules and the times of
 * short days, and in a school's calendar the school's year.
 * Operations change records together with days, and Undo restores both. A record is always read and written whole.
 */
export const calendarRecords = pgTable(
  'calendar_records',
  {
    /** Unique within its calendar, so that a planner can be restored in another account with the same ids. */
    id: uuid().notNull(),
    calendarId: calendarId(),
    kind: text().$type<RecordKind>().notNull(),
    content: json().$type<RecordContent[RecordKind]>().notNull(),
    /** Size of `content`, counted toward the quota. */
    bytes: integer().notNull(),
    /** The operation that made its present state. */
    operationId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.id] }),
    index('calendar_records_by_calendar').on(table.calendarId, table.kind),
  ],
)

/** The content that an operation overwrote in a record. */
export const calendarRecordImages = pgTable(
  'calendar_record_images',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationId: uuid()
      .notNull()
      .references(() => calendarOperations.id, { onDelete: 'cascade' }),
    calendarId: calendarId(),
    recordId: uuid().notNull(),
    kind: text().$type<RecordKind>().notNull(),
    /** Null if the record didn't exist before the operation. */
    before: json().$type<RecordContent[RecordKind]>(),
    bytes: integer().notNull(),
  },
  (table) => [
    index('calendar_record_images_by_record').on(table.calendarId, table.recordId, table.id),
    index('calendar_record_images_by_operation').on(table.operationId),
  ],
)
