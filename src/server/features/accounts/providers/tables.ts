import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'
import type { OAuthPurpose, Provider } from '#shared/accounts/providers/contract.ts'

const instant = () => timestamp({ withTimezone: true })

/** Users who have returned from a provider and aren't signed in yet. Only the browser that started the round trip can consume the row. */
export const pendingSignIns = pgTable(
  'google_arrivals',
  {
    /** SHA-256 of the code in the URL, base64url. */
    codeHash: text().primaryKey(),
    /** SHA-256 of the secret in the browser's cookie, base64url. */
    browserHash: text().notNull(),
    provider: text().$type<Provider>().notNull().default('google'),
    /** The provider's ID for the user, as in `users.google_id` or `users.oidc_id`. */
    sub: text().notNull(),
    email: text().notNull(),
    name: text(),
    /** The purpose of a signed-in user's round trip. Null for a sign-in. */
    purpose: text().$type<OAuthPurpose>(),
    /** The signed-in user and their session. Both are null for a sign-in. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid(),
    timezone: text(),
    /** Referral code of the colleague who invited the user. */
    ref: text(),
    /**
     * 'token': the browser must exchange the token within a minute. 'choice': the user has ten minutes to decide what to do with the
     * existing account.
     */
    stage: text().$type<'token' | 'choice'>().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('google_arrivals_by_end').on(table.expiresAt),
    check('google_arrivals_purpose_with_person', sql`(${table.purpose} is null) = (${table.userId} is null)`),
  ],
)
