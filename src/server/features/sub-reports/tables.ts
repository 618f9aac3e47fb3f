import { boolean, index, json, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'
import { subLinks } from '#server/features/sub-links/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** Reports of substitutes. Deleted 30 days after they came in, unless the teacher keeps them. */
export const subReports = pgTable(
  'sub_reports',
  {
    id: uuid().primaryKey(),
    /** The teacher, who alone reads the report. */
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    linkId: uuid().references(() => subLinks.id, { onDelete: 'set null' }),
    /** SHA-256 of the Idempotency-Key, base64url. */
    key: text().notNull(),
    /** The dates of the link when the report came in, in order. */
    dates: json().$type<string[]>().notNull(),
    /** Everything that the substitute wrote, encrypted for this report, because it can name students. */
    sealed: text().notNull(),
    receivedAt: instant().notNull(),
    correctedAt: instant(),
    readAt: instant(),
    isKept: boolean().notNull().default(false),
    sharedAt: instant(),
  },
  (table) => [
    uniqueIndex('sub_reports_once').on(table.linkId, table.key),
    index('sub_reports_of_teacher').on(table.userId, table.receivedAt),
    index('sub_reports_by_age').on(table.receivedAt),
  ],
)
