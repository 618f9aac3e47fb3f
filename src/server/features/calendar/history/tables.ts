import { bigint, date, index, integer, json, pgTable, uuid } from 'drizzle-orm/pg-core'
import { calendarId, calendarOperations, type StoredBlock } from '#server/features/calendar/tables.ts'
import type { Marks } from '#shared/calendar/rules.ts'

/** A block before a change: only its id if it didn't change, and without its description if that didn't change. */
export type BlockBefore = string | (Omit<StoredBlock, 'description'> & Partial<Pick<StoredBlock, 'description'>>)

/** What an operation changed in a day. Applied to the day after the operation, it gives the day before (see actions.ts). */
export type DayBefore = {
  id: string
  version: number
  operationId: string
  /** Omitted if unchanged. */
  marks?: Marks
  blocks?: BlockBefore[]
  /** Number of indexed words. Present along with `blocks`, except in changes made before words were counted. */
  words?: number
}

export const calendarDayImages = pgTable(
  'calendar_day_images',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationId: uuid()
      .notNull()
      .references(() => calendarOperations.id, { onDelete: 'cascade' }),
    calendarId: calendarId(),
    date: date({ mode: 'string' }).notNull(),
    /** Null if the day didn't exist before. */
    before: json().$type<DayBefore>(),
    bytes: integer().notNull(),
  },
  (table) => [
    index('calendar_day_images_by_day').on(table.calendarId, table.date, table.id),
    index('calendar_day_images_by_operation').on(table.operationId),
  ],
)
