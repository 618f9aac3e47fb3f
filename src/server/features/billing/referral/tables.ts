import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

const instant = () => timestamp({ withTimezone: true })
const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The code that a user shares to refer friends. */
export const referralCodes = pgTable('referral_codes', {
  userId: userId().primaryKey(),
  code: text().notNull().unique('referral_codes_code_unique'),
})

/**
 * `waiting`: the friend hasn't paid. `own`: the referrer signed up under another name, which earns nothing. `returned`: all of the friend's
 * payments were refunded or lost to disputes, and the unused credits were revoked.
 */
export type ReferralOutcome = 'waiting' | 'paid' | 'own' | 'returned'

/** Referrals. Each user can be referred once. */
export const referrals = pgTable(
  'referrals',
  {
    id: uuid().primaryKey().defaultRandom(),
    referrerId: userId(),
    /** Null once the friend's account is deleted. */
    friendId: uuid().references(() => users.id, { onDelete: 'set null' }),
    signedUpAt: instant().notNull(),
    outcome: text().$type<ReferralOutcome>().notNull().default('waiting'),
    settledAt: instant(),
    /** Stripe's fingerprint for the friend's card. Each card earns once. */
    card: text(),
  },
  (table) => [
    unique('referrals_friend_once').on(table.friendId),
    unique('referrals_card_once').on(table.card),
    index('referrals_by_referrer').on(table.referrerId),
    check('referrals_outcome_known', sql`${table.outcome} in ('waiting', 'paid', 'own', 'returned')`),
    check('referrals_not_oneself', sql`${table.friendId} <> ${table.referrerId}`),
  ],
)

/** Free months. A credit with `endedAt` set can no longer be used. A trigger counts each user's usable credits, 12 at most. */
export const referralCredits = pgTable(
  'referral_credits',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    /** Null once the referrer's account is deleted. */
    referralId: uuid().references(() => referrals.id, { onDelete: 'set null' }),
    /** In cents. */
    amount: integer().notNull(),
    earnedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    endedAs: text().$type<'applied' | 'expired' | 'returned'>(),
    /** The subscription period whose payment this credit reduces. */
    appliedTo: text(),
    /** When the credit was added in Stripe. */
    givenAt: instant(),
  },
  (table) => [
    unique('referral_credits_once').on(table.referralId, table.userId),
    index('referral_credits_by_user').on(table.userId),
    check('referral_credits_ended', sql`(${table.endedAt} is null) = (${table.endedAs} is null)`),
  ],
)
