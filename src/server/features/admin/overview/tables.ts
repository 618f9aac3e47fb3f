import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Active teachers per month, as counted by the job. Sessions and sign-ins aren't kept long enough to count them later. */
export const activeTeachers = pgTable('active_teachers', {
  /** `yyyy-MM` in UTC. */
  month: text().primaryKey(),
  teachers: integer().notNull(),
})
