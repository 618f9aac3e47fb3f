import { and, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** Returns the accounts for these addresses, which must be lowercase. `hasNone` is true if the account has no way to sign in yet. */
export const waysInOf = async (db: Db, emails: readonly string[]): Promise<Map<string, { userId: string; hasNone: boolean }>> => {
  const hasNone = sql<boolean>`${and(isNull(users.passwordHash), isNull(users.googleId), isNull(users.oidcId))}`
  const rows = await db
    .select({ userId: users.id, email: sql<string>`${users.email}`, hasNone })
    .from(users)
    .where(inArray(users.email, [...emails]))
  return new Map(rows.map(({ email, ...account }) => [email, account]))
}
