import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, json, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { calendars } from '#server/features/accounts/tables.ts'
import type { LessonHtml } from '#server/lib/html/lesson-html.ts'
import type { CalendarDay, DayContent, OperationKind, TimeBlock } from '#shared/calendar/contract.ts'

declare const handedOut: unique symbol

/** The id of a calendar that somebody may look into: only a policy makes one. */
export type CalendarId = string & { readonly [handedOut]: true }

/** A calendar that the caller may look into, as its owner or as somebody it is shown to. */
export type CalendarRef = {
  id: CalendarId
  /** The person whose it is; null for a school's. */
  userId: string | null
  /** The school whose it is; null for a person's. */
  schoolId: string | null
  /** The school calendar whose entries lie over it: that of the school which its person has joined. */
  under: { id: CalendarId; schoolId: string } | null
  /** Alerts are for the owner alone. */
  hidesAlerts: boolean
}
export type PersonCalendar = CalendarRef & { userId: string }

/** What is kept of a day: its lessons' texts are clean. */
export type StoredBlock = TimeBlock & { description: LessonHtml }
export type StoredContent = DayContent & { blocks: StoredBlock[] }
export type StoredDay = Omit<CalendarDay, 'schoolId' | 'userBlocked' | 'userBlockedText' | 'schoolNote'> & { blocks: StoredBlock[] }
/** A day with what the school of its person has put over it. */
export type ShownDay = CalendarDay & { blocks: StoredBlock[] }

export const calendarId = () =>
  uuid()
    .$type<CalendarId>()
    .notNull()
    .references(() => calendars.id, { onDelete: 'cascade' })

/** One atomic change of one calendar. Kept 30 days, with what its days were before (history/tables.ts). */
export const calendarOperations = pgTable(
  'calendar_operations',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Becomes the version of every day the operation touched: it only rises, also when a day is removed and made again. */
    version: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    calendarId: calendarId(),
    actorId: uuid().notNull(),
    kind: text().$type<OperationKind>().notNull(),
    /** The operation that this one took back. */
    undoes: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('calendar_operations_by_age').on(table.createdAt),
    index('calendar_operations_by_calendar').on(table.calendarId, table.createdAt),
  ],
)

export const calendarDays = pgTable(
  'calendar_days',
  {
    id: uuid().primaryKey().defaultRandom(),
    calendarId: calendarId(),
    date: date({ mode: 'string' }).notNull(),
    isBlocked: boolean().notNull(),
    blockedText: text(),
    hasNote: boolean().notNull(),
    noteText: text(),
    /** `json`, not `jsonb`: a day is always read and written whole, and text comes out without being built again. */
    blocks: json().$type<StoredBlock[]>().notNull(),
    /** Whether one of the blocks has an alert: months ask, and need not open the blocks for it. */
    hasAlert: boolean().notNull(),
    /** Of what the day holds, as it is counted. */
    bytes: integer().notNull(),
    /** By which it is found, each counted once for each of its parts: as many as are kept of it, or will be. */
    words: integer().notNull().default(0),
    /** Whether its words are kept (search/tables.ts): those of a change that brings many are made by a job. */
    isFindable: boolean().notNull().default(true),
    version: bigint({ mode: 'number' }).notNull(),
    operationId: uuid().notNull(),
  },
  (table) => [
    unique('calendar_days_one_a_date').on(table.calendarId, table.date),
    index('calendar_days_to_make_findable').on(table.calendarId).where(sql`not ${table.isFindable}`),
    check('calendar_days_blocked_has_text', sql`${table.isBlocked} = (${table.blockedText} is not null)`),
    check('calendar_days_note_has_text', sql`${table.hasNote} = (${table.noteText} is not null)`),
    check('calendar_days_blocks_capped', sql`json_array_length(${table.blocks}) <= 60`),
  ],
)
