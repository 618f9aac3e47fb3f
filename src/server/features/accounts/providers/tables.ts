import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'
import type { Provider, RoundPurpose } from '#shared/accounts/providers/contract.ts'

const instant = () => timestamp({ withTimezone: true })

/** Who has come back from a provider and is not signed in yet: used up by the one browser that went there. */
export const arrivals = pgTable(
  'google_arrivals',
  {
    /** SHA-256 of the code in the address, base64url. */
    codeHash: text().primaryKey(),
    /** The same of what the browser alone has, in its cookie. */
    browserHash: text().notNull(),
    provider: text().$type<Provider>().notNull().default('google'),
    /** By what the provider knows them: that of `users.google_id` or `users.oidc_id`. */
    sub: text().notNull(),
    email: text().notNull(),
    name: text(),
    /** What a signed-in person went for; null is to sign in. */
    purpose: text().$type<RoundPurpose>(),
    /** Who went, and by which session; both null to sign in. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid(),
    timezone: text(),
    /** The code of the colleague who invited them. */
    ref: text(),
    /** 'token': to be exchanged within a minute. 'choice': they are asked what becomes of the account with their address, for ten. */
    stage: text().$type<'token' | 'choice'>().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('google_arrivals_by_end').on(table.expiresAt),
    check('google_arrivals_purpose_with_person', sql`(${table.purpose} is null) = (${table.userId} is null)`),
  ],
)
