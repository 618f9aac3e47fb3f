import { json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'

/** Single-use download links. A link expires after a minute, or when the session that requested it ends. */
export const downloadLinks = pgTable('download_links', {
  /** SHA-256 of the link's token, base64url. The token itself is never stored. */
  tokenHash: text().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** The name of the API call that returns the file. */
  call: text().notNull(),
  /** The call's parsed path parameters. */
  params: json().notNull(),
  /** The call's parsed query. */
  query: json().notNull().default({}),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})
