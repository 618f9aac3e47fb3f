import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

const instant = () => timestamp({ withTimezone: true })
const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A user's token counts for one month. Used and reserved tokens together never exceed the allowance. */
export const aiMonths = pgTable(
  'ai_months',
  {
    userId: userId(),
    /** `yyyy-MM` in the user's time zone. */
    month: text().notNull(),
    allowance: bigint({ mode: 'number' }).notNull(),
    used: bigint({ mode: 'number' }).notNull().default(0),
    reserved: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.month] }),
    check(
      'ai_months_within_allowance',
      sql`${table.used} >= 0 and ${table.reserved} >= 0 and ${table.used} + ${table.reserved} <= ${table.allowance}`,
    ),
  ],
)

/** AI responses, with the tokens reserved up front and the tokens actually used. Prompts and generated text aren't in any of these tables. */
export const aiAnswers = pgTable(
  'ai_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    month: text().notNull(),
    reserved: integer().notNull(),
    startedAt: instant().notNull(),
    /** When an unsettled reservation is released, because its server must have crashed. */
    expiresAt: instant().notNull(),
    settledAt: instant(),
    used: integer(),
  },
  (table) => [
    index('ai_answers_open').on(table.expiresAt).where(sql`${table.settledAt} is null`),
    index('ai_answers_by_month').on(table.userId, table.month),
    check('ai_answers_settled', sql`(${table.settledAt} is null) = (${table.used} is null)`),
    check('ai_answers_used_reserved', sql`${table.used} is null or ${table.used} between 0 and ${table.reserved}`),
  ],
)
