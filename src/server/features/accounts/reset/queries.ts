import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { passwordResets } from './tables.ts'

/** They have a password, or no way in yet. Somebody who signs in with a provider alone gets none by a link. */
const maySet = or(isNotNull(users.passwordHash), and(isNull(users.googleId), isNull(users.oidcId)))

/** Who has this address, in lower case, and what a mail to them needs. */
export const personAt = async (db: Db, email: string) =>
  (
    await db
      .select({
        id: users.id,
        displayName: users.displayName,
        timezone: users.timezone,
        mayReset: sql<boolean>`${maySet}`,
        hasGoogle: sql<boolean>`${users.googleId} is not null`,
        bouncedAt: users.emailBouncedAt,
      })
      .from(users)
      .where(eq(users.email, email))
  )[0]

/** Keeps a link; one that was used stays used. */
export const insertReset = (db: Db, link: typeof passwordResets.$inferInsert) =>
  db.insert(passwordResets).values(link).onConflictDoNothing()

const isOpen = (tokenHash: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** Whose link this is, while it can be used. */
export const ownerOfReset = async (db: Db, tokenHash: string, now: Date) =>
  (await db.select({ userId: passwordResets.userId }).from(passwordResets).where(isOpen(tokenHash, now)))[0]?.userId

/** Uses a link up. Undefined where it could not be used: of many at once, one can. */
export const takeReset = async (db: Db, tokenHash: string, now: Date): Promise<{ isMailed: boolean } | undefined> =>
  (await db.update(passwordResets).set({ usedAt: now }).where(isOpen(tokenHash, now)).returning({ isMailed: passwordResets.isMailed }))[0]

/** Uses up all links of a person: who has a new password needs none of them. */
export const endResets = (db: Db, userId: string, now: Date) =>
  db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))

type NewPassword = { passwordHash: string; isMailed: boolean }

/** Gives a person another password, or their first; where the link was mailed, mail has reached them. Returns whether they may have one. */
export const setPassword = async (db: Db, userId: string, { passwordHash, isMailed }: NewPassword, now: Date): Promise<boolean> =>
  (
    await db
      .update(users)
      .set({ passwordHash, ...(isMailed && { emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now}::timestamptz)` }) })
      .where(and(eq(users.id, userId), isNotNull(users.email), maySet))
      .returning({ id: users.id })
  ).length > 0

export const deleteResetsBefore = (db: Db, before: Date) => db.delete(passwordResets).where(lt(passwordResets.expiresAt, before))
