import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** How many teachers used the planner in a month, as the job counts them: sessions and sign-ins do not say it for long. */
export const activeTeachers = pgTable('active_teachers', {
  /** `yyyy-MM` in UTC. */
  month: text().primaryKey(),
  teachers: integer().notNull(),
})
