import { and, eq, exists, inArray, isNotNull } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'

/**
 * The condition that must still hold when an account is deleted: the session exists, the password hash is unchanged, or (null) the user
 * isn't a guest.
 */
export type Precondition = { sessionId: string } | { passwordHash: string } | null

const holds = (db: Db, precondition: Precondition) => {
  if (precondition === null) return isNotNull(users.email)
  if ('passwordHash' in precondition) return eq(users.passwordHash, precondition.passwordHash)
  return exists(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, precondition.sessionId), eq(sessions.userId, users.id))),
  )
}

/** Deletes a user and, by cascade, all their data. Returns undefined and deletes nothing if the condition no longer holds. */
export const deleteUser = (db: Db, userId: string, precondition: Precondition) =>
  first(
    db
      .delete(users)
      .where(and(eq(users.id, userId), holds(db, precondition)))
      .returning({ email: users.email }),
  )

/** Returns which of these users exist. */
export const peopleAmong = async (db: Db, userIds: string[]): Promise<string[]> => {
  const found = await db.select({ id: users.id }).from(users).where(inArray(users.id, userIds))
  return found.map(({ id }) => id)
}

/** Deletes users. Ignores IDs that no longer exist. */
export const deletePeople = (db: Db, userIds: string[]) => db.delete(users).where(inArray(users.id, userIds))
