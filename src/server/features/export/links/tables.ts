import { json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions } from '#server/features/accounts/tables.ts'

/** Links by which a browser downloads a file: used up by it, over after a minute, and with the session that asked for them. */
export const downloadLinks = pgTable('download_links', {
  /** SHA-256 of the token in the link, base64url: the token itself is never kept. */
  tokenHash: text().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** The name of the call whose file it is. */
  call: text().notNull(),
  /** What the call's path names, as it was parsed. */
  params: json().notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})
