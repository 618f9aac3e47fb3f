import { and, eq, ne, sql } from 'drizzle-orm'
import { schools } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'

const office = {
  officeEmail: schools.officeEmail,
  officePhone: schools.officePhone,
  isOfficeConfirmed: sql<boolean>`${schools.officeConfirmedAt} is not null`,
}

/** Returns a school's name and office. Undefined if the school was deleted. */
export const officeOf = (db: Db, schoolId: string) =>
  first(
    db
      .select({ name: schools.name, ...office })
      .from(schools)
      .where(eq(schools.id, schoolId)),
  )

type Changes = Partial<Pick<typeof schools.$inferInsert, 'officeEmail' | 'officePhone' | 'officeConfirmedAt'>>

/** Changes a school's office, and returns it. */
export const updateOffice = (db: Db, schoolId: string, changes: Changes) =>
  theOnly(db.update(schools).set(changes).where(eq(schools.id, schoolId)).returning(office))

/** Confirms the address of a school's office. Returns false if the school no longer has that address. */
export const confirmAddress = async (db: Db, { schoolId, email }: { schoolId: string; email: string }, now: Date): Promise<boolean> =>
  (
    await db
      .update(schools)
      .set({ officeConfirmedAt: sql`coalesce(${schools.officeConfirmedAt}, ${now}::timestamptz)` })
      .where(and(eq(schools.id, schoolId), eq(schools.officeEmail, email)))
      .returning({ id: schools.id })
  ).length > 0

/** Sets whether a school's devices are shared. Returns false if they are already. */
export const updateSharedDevices = async (db: Db, schoolId: string, usesSharedDevices: boolean): Promise<boolean> =>
  (
    await db
      .update(schools)
      .set({ usesSharedDevices })
      .where(and(eq(schools.id, schoolId), ne(schools.usesSharedDevices, usesSharedDevices)))
      .returning({ id: schools.id })
  ).length > 0
