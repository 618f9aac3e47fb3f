import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Classroom, Preferences, SubscriptionStatus } from '#shared/accounts/contract.ts'
import type { NoteName } from '#shared/accounts/rules.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Profile and settings that users are allowed to change. Roles and plan are in separate tables, so that profile queries can't change them.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lowercase. Null for a guest. */
    email: text(),
    /** Argon2id in PHC format. Null for guests and for users who only sign in with a provider. */
    passwordHash: text(),
    googleId: text().unique(),
    /** Issuer and subject from the operator's OpenID provider, separated by a space. */
    oidcId: text().unique(),
    displayName: text(),
    profileImage: text(),
    timezone: text().notNull(),
    preferences: json().$type<{ [Name in keyof Preferences]?: Preferences[Name] | undefined }>().notNull(),
    showTutorial: boolean().notNull().default(true),
    aiCustomInstructions: text().notNull().default(''),
    /** The special notes, encrypted by `sealNotes`. An empty note is ''. */
    sealedEmergencyProcedures: text().notNull().default(''),
    sealedStudentNotes: text().notNull().default(''),
    sealedSubstituteInstructions: text().notNull().default(''),
    /** The lines about the office and the room that the teacher typed for sub plans. */
    classroom: json().$type<{ [Line in keyof Classroom]?: Classroom[Line] | undefined }>().notNull().default({}),
    createdAt: instant().notNull(),
    /** When mail was first known to have reached the address. */
    emailConfirmedAt: instant(),
    /** When a mail server rejected the address as unknown. Null once mail has reached it again. */
    emailBouncedAt: instant(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(table.email),
    // Covering index for the admin user list and search.
    index('users_newest').on(table.createdAt, table.id, table.email, table.displayName).where(sql`${table.email} is not null`),
    index('users_guests_by_age').on(table.createdAt).where(sql`${table.email} is null`),
    check(
      'users_guest_has_no_sign_in',
      sql`${table.email} is not null or (${table.passwordHash} is null and ${table.googleId} is null and ${table.oidcId} is null)`,
    ),
  ],
)

export type SealedNotes = Pick<
  typeof users.$inferSelect,
  'sealedEmergencyProcedures' | 'sealedStudentNotes' | 'sealedSubstituteInstructions'
>

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * Special notes that an earlier version stored as plain text, between the migration that took them out of `users` and the next start of a
 * server, which encrypts them (docs/decisions/0068). Otherwise empty.
 */
export const unsealedNotes = pgTable(
  'unsealed_notes',
  {
    userId: userId(),
    name: text().$type<NoteName>().notNull(),
    html: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
)

export const schools = pgTable('schools', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  timezone: text().notNull(),
  createdAt: instant().notNull(),
  /** Lowercase. */
  officeEmail: text(),
  /** When a person at this address opened the link in our mail. */
  officeConfirmedAt: instant(),
  officePhone: text(),
  /** True if the devices of its teachers keep nothing until the teacher says that a device is their own. */
  usesSharedDevices: boolean().notNull().default(false),
})

const schoolId = () => uuid().references(() => schools.id)

/** A user's permissions beyond their own planner, and the school that they have joined, if any. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: userId().primaryKey(),
    isAdmin: boolean().notNull().default(false),
    schoolId: schoolId(),
    schoolAdministration: boolean().notNull().default(false),
    joinedSchoolAt: instant(),
    /** True if sub plans that school administrators create for this teacher can include the student notes. */
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
    /** When an active plan ends, if known. Set if the plan was canceled, or granted through a certain day. */
    planEndsAt: instant(),
    aiFeatureFlag: boolean().notNull().default(false),
    aiEndsAt: instant(),
    /** Last day of a plan granted by a platform admin. */
    grantedUntil: date({ mode: 'string' }),
    /** Last day of an AI add-on granted by a platform admin. */
    aiGrantedUntil: date({ mode: 'string' }),
    /** Number of unused credits, maintained by a trigger on their rows. */
    referralCredits: integer().notNull().default(0),
  },
  (table) => [
    check('subscriptions_status_known', sql`${table.status} in ('TRIAL', 'TRIALEXPIRED', 'PROTEACHERACTIVE', 'PROTEACHEREXPIRED')`),
    check('subscriptions_credits_capped', sql`${table.referralCredits} between 0 and 12`),
  ],
)

/** A calendar belongs to a user or to a school. Most calls read this row, and no call changes it. Each save changes its counters instead. */
export const calendars = pgTable(
  'calendars',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .references(() => users.id, { onDelete: 'cascade' })
      .unique('calendars_user_id_unique'),
    schoolId: schoolId().unique('calendars_school_id_unique'),
  },
  (table) => [check('calendars_one_owner', sql`num_nonnulls(${table.userId}, ${table.schoolId}) = 1`)],
)

/**
 * A calendar's size and version. A trigger adds the row with the calendar. Its lock serializes the changes to the calendar, so that checking
 * a limit doesn't require scanning the contents (docs/decisions/0002, 0065).
 */
export const calendarCounters = pgTable(
  'calendar_counters',
  {
    calendarId: uuid()
      .primaryKey()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** Bytes of days and templates. */
    lessonBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Bytes of earlier versions and deleted templates. */
    historyBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Number of indexed search words. */
    words: bigint({ mode: 'number' }).notNull().default(0),
    /** Version of the calendar's latest operation. 0 before the first operation. */
    version: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('calendar_counters_bytes_not_negative', sql`${table.lessonBytes} >= 0 and ${table.historyBytes} >= 0`),
    check('calendar_counters_words_not_negative', sql`${table.words} >= 0`),
  ],
)
