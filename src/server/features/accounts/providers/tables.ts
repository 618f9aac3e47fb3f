import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'
import type { OAuthPurpose, Provider } from '#shared/accounts/providers/contract.ts'

const instant = () => timestamp({ withTimezone: true })

/** People who have returned from a provider and aren't signed in yet. Only the browser that started the round trip can consume the row. */
export const pendingSignIns = pgTable(
  'google_arrivals',
  {
    /** SHA-256 of the code in the address, base64url. */
    codeHash: text().primaryKey(),
    /** SHA-256 of the secret in the browser's cookie, base64url. */
    browserHash: text().notNull(),
    provider: text().$type<Provider>().notNull().default('google'),
    /** The provider's ID for the person, as in `users.google_id` or `users.oidc_id`. */
    sub: text().notNull(),
    email: text().notNull(),
    name: text(),
    /** Why a signed-in person went to the provider; null for a sign-in. */
    purpose: text().$type<OAuthPurpose>(),
    /** The signed-in person and their session; both null for a sign-in. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid(),
    timezone: text(),
    /** Referral code of the colleague who invited them. */
    ref: text(),
    /** 'token': to be exchanged within a minute. 'choice': the person decides within ten minutes what to do with the existing account. */
    stage: text().$type<'token' | 'choice'>().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('google_arrivals_by_end').on(table.expiresAt),
    check('google_arrivals_purpose_with_person', sql`(${table.purpose} is null) = (${table.userId} is null)`),
  ],
)
