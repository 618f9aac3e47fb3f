import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, json, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { calendars } from '#server/features/people/tables.ts'
import type { CalendarDay, DayContent, OperationKind, TimeBlock } from '#shared/calendar/contract.ts'
import type { OperationAbout } from '#shared/calendar/operations/contract.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'

declare const handedOut: unique symbol

/** A calendar id that has passed an access check. Only policy.ts creates this type. */
export type CalendarId = string & { readonly [handedOut]: true }

/** A calendar that the caller is allowed to read, either as its owner or because it is shared with them. */
export type CalendarRef = {
  id: CalendarId
  /** The owner, or null for a school calendar. */
  userId: string | null
  /** The school that owns the calendar, or null for a teacher's calendar. */
  schoolId: string | null
  /** The school calendar that overlays this one, or null if the owner hasn't joined a school. */
  under: { id: CalendarId; schoolId: string } | null
  /** True for a calendar that is shared with the caller, because only the owner sees alerts. */
  hidesAlerts: boolean
}
export type PersonCalendar = CalendarRef & { userId: string }

/** A stored block. Its description is sanitized HTML. */
export type StoredBlock = TimeBlock & { description: LessonHtml }
export type StoredContent = DayContent & { blocks: StoredBlock[] }
export type StoredDay = Omit<CalendarDay, 'schoolId' | 'userBlocked' | 'userBlockedText' | 'schoolNote'> & { blocks: StoredBlock[] }
/** A day with the owner's school entries overlaid. */
export type ShownDay = CalendarDay & { blocks: StoredBlock[] }

export const calendarId = () =>
  uuid()
    .$type<CalendarId>()
    .notNull()
    .references(() => calendars.id, { onDelete: 'cascade' })

/** One atomic change to one calendar. Kept for 30 days, together with each day's previous state (history/tables.ts). */
export const calendarOperations = pgTable(
  'calendar_operations',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Becomes the version of every day that the operation changes. Versions only increase, even if a day is deleted and recreated. */
    version: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    calendarId: calendarId(),
    actorId: uuid().notNull(),
    kind: text().$type<OperationKind>().notNull(),
    /** The operation that this operation undid. */
    undoes: uuid(),
    /** The sitting that the save belongs to, if any (sittings/actions.ts), and when the first save of the change was made. */
    sitting: uuid(),
    sittingSince: timestamp({ withTimezone: true }),
    /** The operation that this save continues. It has what both changed. Without it, this is a change of its own. */
    continues: uuid(),
    /** Hash of what the caller sent, if the days don't show it. A repeated call must have the same one. */
    request: text(),
    /** Describes the change in the Undo list. Null for operations that changed nothing. */
    about: json().$type<OperationAbout>(),
    /** When it was carried out. If later saves continued it, when the last of them was. */
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('calendar_operations_by_age').on(table.createdAt),
    index('calendar_operations_by_calendar').on(table.calendarId, table.createdAt),
    index('calendar_operations_by_sitting')
      .on(table.calendarId, table.sitting)
      .where(sql`${table.sitting} is not null and ${table.continues} is null`),
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
    /**
     * `json`, not `jsonb`, because a day is always read and written as a whole, and `json` returns the stored text without rebuilding it.
     */
    blocks: json().$type<StoredBlock[]>().notNull(),
    /** True if any block has an alert. Month views read this without loading the blocks. */
    hasAlert: boolean().notNull(),
    /** Size of the day's content. Counts toward the quota. */
    bytes: integer().notNull(),
    /** Number of indexed words. Each part of the day counts its distinct words separately. Includes words that haven't been indexed yet. */
    words: integer().notNull().default(0),
    /** False while this day's search index is incomplete (search/tables.ts). A job indexes the words of large changes. */
    isFindable: boolean().notNull().default(true),
    version: bigint({ mode: 'number' }).notNull(),
    operationId: uuid().notNull(),
    /** When the operation that made its present state was carried out. Calendar programs that read a feed compare it. */
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('calendar_days_one_a_date').on(table.calendarId, table.date),
    index('calendar_days_to_make_findable').on(table.calendarId).where(sql`not ${table.isFindable}`),
    check('calendar_days_blocked_has_text', sql`${table.isBlocked} = (${table.blockedText} is not null)`),
    check('calendar_days_note_has_text', sql`${table.hasNote} = (${table.noteText} is not null)`),
    check('calendar_days_blocks_capped', sql`json_array_length(${table.blocks}) <= 60`),
  ],
)
