import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, json, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Preferences, SubscriptionStatus } from '#shared/accounts/contract.ts'

const instant = () => timestamp({ withTimezone: true })

/** What a person may change of themselves. Roles and plan stand in tables of their own, which no profile query touches. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower case; null for a guest, who has not signed up. */
    email: text(),
    /** Argon2id, PHC format; null for someone who only signs in with a provider, and for a guest. */
    passwordHash: text(),
    googleId: text().unique(),
    /** Issuer and id of the provider that the operator has set up, with a space between. */
    oidcId: text().unique(),
    displayName: text(),
    profileImage: text(),
    timezone: text().notNull(),
    preferences: json().$type<{ [Name in keyof Preferences]?: Preferences[Name] | undefined }>().notNull(),
    showTutorial: boolean().notNull().default(true),
    aiCustomInstructions: text().notNull().default(''),
    emergencyProcedures: text().notNull().default(''),
    studentNotes: text().notNull().default(''),
    substituteInstructions: text().notNull().default(''),
    createdAt: instant().notNull(),
    /** When it was proved that mail to the address reaches them. */
    emailConfirmedAt: instant(),
    /** When a mail server said that nobody has the address; null once mail has reached them again. */
    emailBouncedAt: instant(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(table.email),
    // Whoever looks after the platform turns pages of people and searches them: all that this looks at stands in the index.
    index('users_newest').on(table.createdAt, table.id, table.email, table.displayName).where(sql`${table.email} is not null`),
    index('users_guests_by_age').on(table.createdAt).where(sql`${table.email} is null`),
    check(
      'users_guest_has_no_sign_in',
      sql`${table.email} is not null or (${table.passwordHash} is null and ${table.googleId} is null and ${table.oidcId} is null)`,
    ),
  ],
)

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A school that has a calendar of its own. */
export const schools = pgTable('schools', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  timezone: text().notNull(),
  createdAt: instant().notNull(),
})

const schoolId = () => uuid().references(() => schools.id)

/** What a person may do beyond their own planner, and the one school that they have joined. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: userId().primaryKey(),
    isAdmin: boolean().notNull().default(false),
    schoolId: schoolId(),
    schoolAdministration: boolean().notNull().default(false),
    joinedSchoolAt: instant(),
    /** Whether substitute plans that the school's administrators make for this teacher may hold the student notes. */
    schoolGetsStudentNotes: boolean().notNull().default(false),
  },
  (table) => [
    index('user_roles_by_school').on(table.schoolId).where(sql`${table.schoolId} is not null`),
    check('user_roles_joined_with_school', sql`(${table.schoolId} is null) = (${table.joinedSchoolAt} is null)`),
    check(
      'user_roles_rights_with_school',
      sql`${table.schoolId} is not null or not (${table.schoolAdministration} or ${table.schoolGetsStudentNotes})`,
    ),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: userId().primaryKey(),
    status: text().$type<SubscriptionStatus>().notNull(),
    freeTrialStarted: instant().notNull(),
    /** When an active plan ends, where that is settled: it was cancelled, or granted until a day. */
    planEndsAt: instant(),
    aiFeatureFlag: boolean().notNull().default(false),
    aiEndsAt: instant(),
    /** The last day of a plan that an administrator granted. */
    grantedUntil: date({ mode: 'string' }),
    /** The same of the add-on. */
    aiGrantedUntil: date({ mode: 'string' }),
    /** Credits that are held, counted by a trigger on their rows. */
    referralCredits: integer().notNull().default(0),
  },
  (table) => [
    check('subscriptions_status_known', sql`${table.status} in ('TRIAL', 'TRIALEXPIRED', 'PROTEACHERACTIVE', 'PROTEACHEREXPIRED')`),
    check('subscriptions_credits_capped', sql`${table.referralCredits} between 0 and 12`),
  ],
)

/** A calendar belongs to a person or to a school. What it holds is counted here, so that a limit costs no look at what is there. */
export const calendars = pgTable(
  'calendars',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .references(() => users.id, { onDelete: 'cascade' })
      .unique('calendars_user_id_unique'),
    schoolId: schoolId().unique('calendars_school_id_unique'),
    /** Bytes of days and of templates. */
    lessonBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Bytes of what was there before changes, and of deleted templates. */
    historyBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Words by which its days are found. */
    words: bigint({ mode: 'number' }).notNull().default(0),
    /** That of its latest operation; 0 before the first. */
    version: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('calendars_bytes_not_negative', sql`${table.lessonBytes} >= 0 and ${table.historyBytes} >= 0`),
    check('calendars_words_not_negative', sql`${table.words} >= 0`),
    check('calendars_one_owner', sql`num_nonnulls(${table.userId}, ${table.schoolId}) = 1`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the bearer token, base64url: the token itself is never kept. */
    tokenHash: text().notNull(),
    userId: userId(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    /** Slides with use. */
    idleExpiresAt: instant().notNull(),
    /** Never moves. */
    expiresAt: instant().notNull(),
    userAgent: text(),
    /** When its person last proved in it that it is they. */
    confirmedAt: instant(),
    /** Wrong passwords typed in it since a right one. */
    wrongPasswords: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('sessions_token_hash_unique').on(table.tokenHash), index('sessions_by_user').on(table.userId)],
)

/** Addresses of people who have deleted their account, as keyed hashes, so that nobody begins a second trial: kept for twelve months. */
export const pastTrials = pgTable(
  'past_trials',
  {
    fingerprint: text().primaryKey(),
    freeTrialStarted: instant().notNull(),
    deletedAt: instant().notNull(),
  },
  (table) => [index('past_trials_by_age').on(table.deletedAt)],
)
