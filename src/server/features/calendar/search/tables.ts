import { sql } from 'drizzle-orm'
import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { calendarId } from '#server/features/calendar/tables.ts'

/** What the note and the block-out of a day are called where a time block has its id; no id of a block looks so. */
export const NOTE = ':note'
export const BLOCK_OUT = ':block-out'

/**
 * The words by which each time block, note and block-out is found (docs/decisions/0022). Kept by every change of a day, in
 * its transaction, and never read: the index is.
 */
export const calendarWords = pgTable(
  'calendar_words',
  {
    calendarId: calendarId(),
    date: date({ mode: 'string' }).notNull(),
    /** The id of a time block, or {@link NOTE} or {@link BLOCK_OUT}. */
    part: text().notNull(),
    /** With spaces between. A word of the title stands there twice, once with `=` before it. */
    words: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.date, table.part] }),
    index('calendar_words_found')
      .using('gin', sql`keyed_words(${table.calendarId}, ${table.date}, ${table.words})`)
      .with({ fastupdate: true, gin_pending_list_limit: 128 }),
  ],
)
