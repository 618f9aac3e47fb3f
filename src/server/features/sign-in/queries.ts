import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { sessions } from './sessions/tables.ts'

/** `email` must be lowercase, as normalized by the contract. */
export const credentialsByEmail = (db: Db, email: string) =>
  first(db.select({ userId: users.id, passwordHash: users.passwordHash }).from(users).where(eq(users.email, email)))

export const passwordHashOf = async (db: Db, userId: string) =>
  (await first(db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))))?.passwordHash

/** Replaces the password hash if it's still `from` (null if the user has no password). Returns whether the hash was replaced. */
export const replacePassword = async (db: Db, userId: string, { from, to }: { from: string | null; to: string }): Promise<boolean> =>
  (
    await db
      .update(users)
      .set({ passwordHash: to })
      .where(and(eq(users.id, userId), isNotNull(users.email), from === null ? isNull(users.passwordHash) : eq(users.passwordHash, from)))
      .returning({ id: users.id })
  ).length > 0

/** Returns the user agent of the session that the user started at the given time. */
export const browserAt = async (db: Db, userId: string, at: Date) =>
  (
    await first(
      db
        .select({ userAgent: sessions.userAgent })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), eq(sessions.createdAt, at))),
    )
  )?.userAgent ?? null
