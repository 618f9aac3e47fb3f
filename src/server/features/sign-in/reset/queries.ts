import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { schools, userRoles, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { jobs } from '#server/lib/jobs/tables.ts'
import { passwordResets } from './tables.ts'

/** True if the user has a password or has no sign-in method yet. Users who only sign in with a provider can't use reset links. */
const maySet = or(isNotNull(users.passwordHash), and(isNull(users.googleId), isNull(users.oidcId)))

/** Returns the user with this lowercase email address, with the fields that the email needs. `school` is the school's name, or null. */
export const personAt = (db: Db, email: string) =>
  first(
    db
      .select({
        id: users.id,
        displayName: users.displayName,
        timezone: users.timezone,
        mayReset: sql<boolean>`${maySet}`,
        hasGoogle: sql<boolean>`${users.googleId} is not null`,
        bouncedAt: users.emailBouncedAt,
        school: schools.name,
      })
      .from(users)
      .leftJoin(userRoles, eq(userRoles.userId, users.id))
      .leftJoin(schools, eq(schools.id, userRoles.schoolId))
      .where(eq(users.email, email)),
  )

/** Inserts a link unless it already exists, so a used link stays used. */
export const insertReset = (db: Db, link: typeof passwordResets.$inferInsert) =>
  db.insert(passwordResets).values(link).onConflictDoNothing()

const isOpen = (tokenHash: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** Returns the ID of the user to whom a link was sent, if the link is still valid. */
export const ownerOfReset = async (db: Db, tokenHash: string, now: Date) =>
  (await first(db.select({ userId: passwordResets.userId }).from(passwordResets).where(isOpen(tokenHash, now))))?.userId

/** Marks a link as used. Returns undefined if the link isn't valid. Only one of several concurrent calls succeeds. */
export const takeReset = (db: Db, tokenHash: string, now: Date): Promise<{ isMailed: boolean } | undefined> =>
  first(db.update(passwordResets).set({ usedAt: now }).where(isOpen(tokenHash, now)).returning({ isMailed: passwordResets.isMailed }))

/** Marks all of a user's links as used. */
export const endResets = (db: Db, userId: string, now: Date) =>
  db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))

type NewPassword = { passwordHash: string; isMailed: boolean }

/** Sets a password. An emailed link also confirms the address. Returns false if the user isn't allowed to have a password. */
export const setPassword = async (db: Db, userId: string, { passwordHash, isMailed }: NewPassword, now: Date): Promise<boolean> =>
  (
    await db
      .update(users)
      .set({ passwordHash, ...(isMailed && { emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now}::timestamptz)` }) })
      .where(and(eq(users.id, userId), isNotNull(users.email), maySet))
      .returning({ id: users.id })
  ).length > 0

export const deleteResetsBefore = (db: Db, before: Date) => db.delete(passwordResets).where(lt(passwordResets.expiresAt, before))

/** Discards all links, whether sent or still queued. */
export const dropLinks = async (db: Db): Promise<void> => {
  await db.delete(jobs).where(eq(jobs.name, 'send-password-link'))
  await db.delete(passwordResets)
}
