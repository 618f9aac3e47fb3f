import { bigint, date, index, integer, json, pgTable, uuid } from 'drizzle-orm/pg-core'
import { calendarId, calendarOperations, type StoredBlock } from '#server/features/calendar/tables.ts'
import type { Marks } from '#shared/calendar/rules.ts'

/** A block before a change: only its id if the block didn't change, and without the description if the description didn't change. */
export type BlockBefore = string | (Omit<StoredBlock, 'description'> & Partial<Pick<StoredBlock, 'description'>>)

/**
 * The changes that an operation made to a day, as a diff. Applying it to the day's state after the operation returns its state before the
 * operation (see actions.ts).
 */
export type DayBefore = {
  id: string
  version: number
  operationId: string
  /** Omitted if unchanged. */
  marks?: Marks
  blocks?: BlockBefore[]
  /** Number of indexed words. Present whenever `blocks` is, except in changes stored before word counts were introduced. */
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
    /** Null if the day didn't exist before the operation. */
    before: json().$type<DayBefore>(),
    bytes: integer().notNull(),
  },
  (table) => [
    index('calendar_day_images_by_day').on(table.calendarId, table.date, table.id),
    index('calendar_day_images_by_operation').on(table.operationId),
  ],
)
