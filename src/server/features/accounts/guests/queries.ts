import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import { users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

const isGuest = isNull(users.email)

/** Some guests who came before an instant, the oldest first. */
export const guestsBefore = async (db: Db, before: Date, count: number): Promise<string[]> =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(isGuest, lt(users.createdAt, before)))
      .orderBy(asc(users.createdAt))
      .limit(count)
  ).map(({ id }) => id)

/** Deletes a person with all that hangs on them, if they are a guest still: who signs up at the same moment stays. */
export const deleteGuest = (db: Db, userId: string) => db.delete(users).where(and(eq(users.id, userId), isGuest))

export type OwnAccount = {
  email: string
  passwordHash?: string
  googleId?: string
  emailConfirmedAt?: Date
  displayName?: string | undefined
  timezone?: string | undefined
}

/** Makes the account of a guest their own; whether there was such a guest still. A taken e-mail fails as `users_email_unique`. */
export const signUpGuest = async (db: Db, userId: string, account: OwnAccount): Promise<boolean> =>
  (
    await db
      .update(users)
      .set(account)
      .where(and(eq(users.id, userId), isGuest))
      .returning({ id: users.id })
  ).length > 0
