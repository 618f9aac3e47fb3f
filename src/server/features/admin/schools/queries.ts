import { asc, eq, ilike, sql } from 'drizzle-orm'
import { schools, userRoles } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'

/** Returns the schools whose name contains the search text, sorted by name, each with its number of teachers and administrators. */
export const schoolsWith = (db: Db, text: string, limit: number) =>
  db
    .select({
      id: schools.id,
      name: schools.name,
      timezone: schools.timezone,
      teachers: sql<number>`count(${userRoles.userId})::int`,
      administrators: sql<number>`count(${userRoles.userId}) filter (where ${userRoles.schoolAdministration})::int`,
    })
    .from(schools)
    .leftJoin(userRoles, eq(userRoles.schoolId, schools.id))
    .where(text === '' ? undefined : ilike(schools.name, `%${text.replace(/[\\%_]/g, '\\$&')}%`))
    .groupBy(schools.id)
    .orderBy(sql`lower(${schools.name})`, asc(schools.id))
    .limit(limit)

export const schoolById = (db: Db, id: string) =>
  first(db.select({ id: schools.id, name: schools.name, timezone: schools.timezone }).from(schools).where(eq(schools.id, id)))

export const renameSchool = (db: Db, id: string, name: string) => db.update(schools).set({ name }).where(eq(schools.id, id))
