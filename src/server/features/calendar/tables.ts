import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, json, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'
import type { LessonHtml } from '#server/lib/html/lesson-html.ts'
import type { CalendarDay, DayContent, OperationKind, TimeBlock } from '#shared/calendar/contract.ts'

/** What is kept of a day: its lessons' texts are clean. */
export type StoredBlock = TimeBlock & { description: LessonHtml }
export type StoredContent = DayContent & { blocks: StoredBlock[] }
export type StoredDay = CalendarDay & { blocks: StoredBlock[] }

const ownerId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** One atomic change of one person's calendar. Kept 30 days, with the states before it. */
export const calendarOperations = pgTable(
  'calendar_operations',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Becomes the version of every day the operation touched: it only rises, also when a day is removed and made again. */
    version: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    ownerId: ownerId(),
    actorId: uuid().notNull(),
    kind: text().$type<OperationKind>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('calendar_operations_by_age').on(table.createdAt), index('calendar_operations_by_owner').on(table.ownerId)],
)

export const calendarDays = pgTable(
  'calendar_days',
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: ownerId(),
    date: date({ mode: 'string' }).notNull(),
    isBlocked: boolean().notNull(),
    blockedText: text(),
    hasNote: boolean().notNull(),
    noteText: text(),
    /** `json`, not `jsonb`: a day is always read and written whole, and text comes out without being built again. */
    blocks: json().$type<StoredBlock[]>().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    operationId: uuid().notNull(),
  },
  (table) => [
    unique('calendar_days_one_a_date').on(table.ownerId, table.date),
    check('calendar_days_blocked_has_text', sql`${table.isBlocked} = (${table.blockedText} is not null)`),
    check('calendar_days_note_has_text', sql`${table.hasNote} = (${table.noteText} is not null)`),
    check('calendar_days_blocks_capped', sql`json_array_length(${table.blocks}) <= 60`),
  ],
)

/** A day as it was before an operation; `before` is null when there was none. */
export const calendarDayImages = pgTable(
  'calendar_day_images',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationId: uuid()
      .notNull()
      .references(() => calendarOperations.id, { onDelete: 'cascade' }),
    ownerId: ownerId(),
    date: date({ mode: 'string' }).notNull(),
    before: json().$type<StoredDay>(),
  },
  (table) => [
    index('calendar_day_images_by_day').on(table.ownerId, table.date, table.id),
    index('calendar_day_images_by_operation').on(table.operationId),
  ],
)
