import { bigint, date, index, integer, json, pgTable, uuid } from 'drizzle-orm/pg-core'
import { calendarId, calendarOperations, type StoredBlock } from '#server/features/calendar/tables.ts'
import type { Marks } from '#shared/calendar/rules.ts'

/** A block as it was: its id alone where it still is so, without its text where only that is. */
export type BlockBefore = string | (Omit<StoredBlock, 'description'> & Partial<Pick<StoredBlock, 'description'>>)

/** What an operation changed of a day: together with the day after it, the day before (see actions.ts). */
export type DayBefore = {
  id: string
  version: number
  operationId: string
  /** Left out where they stayed as they were. */
  marks?: Marks
  blocks?: BlockBefore[]
  /** By which the day was found; with `blocks`, but for changes of before words were counted. */
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
    /** Null when there was no such day. */
    before: json().$type<DayBefore>(),
    bytes: integer().notNull(),
  },
  (table) => [
    index('calendar_day_images_by_day').on(table.calendarId, table.date, table.id),
    index('calendar_day_images_by_operation').on(table.operationId),
  ],
)
