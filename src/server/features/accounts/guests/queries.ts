import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

const isGuest = isNull(users.email)

export type Guest = { id: string; createdAt: Date }

/** Returns up to `count` guests created before a point in time, oldest first, starting after `last`. */
export const guestsBefore = (db: Db, before: Date, { count, last }: { count: number; last: Guest | undefined }): Promise<Guest[]> => {
  const isBehind = last && sql`(${users.createdAt}, ${users.id}) > (${last.createdAt}::timestamptz, ${last.id}::uuid)`
  return db
    .select({ id: users.id, createdAt: users.createdAt })
    .from(users)
    .where(and(isGuest, lt(users.createdAt, before), isBehind))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(count)
}

/** Deletes a user and all their data if the user is still a guest. Keeps a guest who signs up concurrently. */
export const deleteGuest = (db: Db, userId: string) => db.delete(users).where(and(eq(users.id, userId), isGuest))

export type OwnAccount = {
  email: string
  passwordHash?: string | undefined
  googleId?: string | null
  oidcId?: string | null
  emailConfirmedAt?: Date
  displayName?: string | undefined
  timezone?: string | undefined
}

/** Turns a guest into an account. Returns false if the guest no longer exists. A duplicate email address violates `users_email_unique`. */
export const signUpGuest = async (db: Db, userId: string, account: OwnAccount): Promise<boolean> =>
  (
    await db
      .update(users)
      .set(account)
      .where(and(eq(users.id, userId), isGuest))
      .returning({ id: users.id })
  ).length > 0
