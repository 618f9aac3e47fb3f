import { json, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { schools, users } from '#server/features/people/tables.ts'
import type { FEED_READERS, FeedParts } from '#shared/feeds/contract.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Secret addresses from which calendar programs read a planner. A feed is found by the hash of its token. The token is also stored
 * encrypted, so that its owner can copy it again.
 */
export const feeds = pgTable(
  'feeds',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A class of the owner's calendar, or null for all lessons. */
    classId: uuid(),
    /** A school whose days off it holds, as long as the owner belongs to it. Null for the owner's own days. */
    schoolId: uuid().references(() => schools.id, { onDelete: 'cascade' }),
    /** SHA-256, base64url. */
    tokenHash: text().notNull().unique(),
    /** Encrypted for this feed. */
    sealedToken: text().notNull(),
    include: json().$type<FeedParts>().notNull(),
    createdAt: instant().notNull(),
    lastReadAt: instant(),
    lastReadBy: text().$type<(typeof FEED_READERS)[number]>(),
  },
  (table) => [unique('feeds_one_a_subject').on(table.userId, table.classId, table.schoolId).nullsNotDistinct()],
)
