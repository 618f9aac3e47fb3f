/**
 * The ledger of tokens. A month is locked by who reserves in it; an answer is settled or released once,
 * by whoever comes first, and its month in the same statement.
 */
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { aiAnswers, aiMonths } from './tables.ts'

type Month = { userId: string; month: string }
const isMonth = ({ userId, month }: Month) => and(eq(aiMonths.userId, userId), eq(aiMonths.month, month))

/** What decides whether and how AI writes for a person; undefined when they are gone. */
export const writerOf = async (db: Db, userId: string) =>
  (
    await db
      .select({
        aiFeatureFlag: subscriptions.aiFeatureFlag,
        aiEndsAt: subscriptions.aiEndsAt,
        timezone: users.timezone,
        instructions: users.aiCustomInstructions,
      })
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(users.id, userId))
  )[0]

/** The tokens of a month; undefined where nothing was written in it. */
export const monthOf = async (db: Db, month: Month) => (await db.select().from(aiMonths).where(isMonth(month)))[0]

/** All months of a person in which something was written. */
export const monthsOf = (db: Db, userId: string) =>
  db
    .select({ month: aiMonths.month, allowance: aiMonths.allowance, used: aiMonths.used })
    .from(aiMonths)
    .where(eq(aiMonths.userId, userId))
    .orderBy(asc(aiMonths.month))

export const insertMonth = (db: Db, month: Month & { allowance: number }) => db.insert(aiMonths).values(month).onConflictDoNothing()

/**
 * Reserves what is left of a month, `most` at most; in a transaction, which has the month to itself from here on. Returns how
 * much; undefined, and nothing is reserved, where it is less than `least`.
 */
export const reserve = async (db: Db, month: Month, { least, most }: { least: number; most: number }): Promise<number | undefined> => {
  // Locked and read first: an UPDATE that reads the row it waits for adds to one version what it has read of another.
  const [row] = await db.select().from(aiMonths).where(isMonth(month)).for('update')
  const tokens = row && Math.min(most, row.allowance - row.used - row.reserved)
  if (row === undefined || tokens === undefined || tokens < least) return undefined
  await db
    .update(aiMonths)
    .set({ reserved: row.reserved + tokens })
    .where(isMonth(month))
  return tokens
}

/** How many answers of a person are under way. */
export const countUnderWay = async (db: Db, userId: string, now: Date): Promise<number> =>
  (
    await db
      .select({ answers: count() })
      .from(aiAnswers)
      .where(and(eq(aiAnswers.userId, userId), isNull(aiAnswers.settledAt), gt(aiAnswers.expiresAt, now)))
  )[0]?.answers ?? 0

/** Writes down that an answer begins. Returns its id. */
export const insertAnswer = async (db: Db, answer: Month & { reserved: number; startedAt: Date; expiresAt: Date }): Promise<string> => {
  const [row] = await db.insert(aiAnswers).values(answer).returning({ id: aiAnswers.id })
  if (!row) throw new Error('An insert returned no row')
  return row.id
}

/** Settles an answer with what it used, what it reserved at most. One that is settled or released stays as it is. */
export const settle = (db: Db, id: string, used: number, now: Date) =>
  db.execute(sql`
    with settled as (
      update ${aiAnswers} set settled_at = ${now}, used = least(${used}::int, reserved)
      where id = ${id} and settled_at is null returning user_id, month, reserved, used
    )
    update ${aiMonths} as months set reserved = months.reserved - settled.reserved, used = months.used + settled.used
    from settled where months.user_id = settled.user_id and months.month = settled.month`)

/** Releases what is reserved for answers that nobody has settled in time, of one person or of all. Returns whether there were any. */
export const release = async (db: Db, now: Date, userId?: string): Promise<boolean> => {
  const theirs = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  const { rowCount } = await db.execute(sql`
    with expired as (
      select id from ${aiAnswers} where settled_at is null and expires_at <= ${now} ${theirs} for update skip locked
    ), released as (
      update ${aiAnswers} as answers set settled_at = ${now}, used = 0 from expired
      where answers.id = expired.id returning answers.user_id, answers.month, answers.reserved
    ), sums as (select user_id, month, sum(reserved) as reserved from released group by user_id, month)
    update ${aiMonths} as months set reserved = months.reserved - sums.reserved
    from sums where months.user_id = sums.user_id and months.month = sums.month`)
  return (rowCount ?? 0) > 0
}
