import { sql } from 'drizzle-orm'
import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { calendarId } from '#server/features/calendar/tables.ts'

/** Part names for a day's note and blocked date. For a block, the part name is the block's id, which never looks like these. */
export const NOTE = ':note'
export const BLOCK_OUT = ':block-out'

/**
 * Search words of each block, note, and blocked date (docs/decisions/0022). Updated in the same transaction as the day. Searches read only
 * the index, never the words stored in the rows.
 */
export const calendarWords = pgTable(
  'calendar_words',
  {
    calendarId: calendarId(),
    date: date({ mode: 'string' }).notNull(),
    /** A block id, {@link NOTE}, or {@link BLOCK_OUT}. */
    part: text().notNull(),
    /** Separated by spaces. Title words appear twice, once with a leading `=`. */
    words: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.date, table.part] }),
    index('calendar_words_found')
      .using('gin', sql`keyed_words(${table.calendarId}, ${table.date}, ${table.words})`)
      .with({ fastupdate: true, gin_pending_list_limit: 128 }),
  ],
)
