/**
 * Token ledger. Reserving locks the month row. Each AI response is settled or released exactly once, and the same statement updates its
 * month.
 */
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { aiAnswers, aiMonths } from './tables.ts'

type Month = { userId: string; month: string }
const isMonth = ({ userId, month }: Month) => and(eq(aiMonths.userId, userId), eq(aiMonths.month, month))

/** Returns the settings that determine whether and how AI writes for a user, or undefined if the user was deleted. */
export const writerOf = (db: Db, userId: string) =>
  first(
    db
      .select({
        aiFeatureFlag: subscriptions.aiFeatureFlag,
        aiEndsAt: subscriptions.aiEndsAt,
        timezone: users.timezone,
        instructions: users.aiCustomInstructions,
      })
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(users.id, userId)),
  )

/** Returns a month's token counts, or undefined if the user didn't use AI in that month. */
export const monthOf = (db: Db, month: Month) => first(db.select().from(aiMonths).where(isMonth(month)))

/** Returns all months in which a user used AI. */
export const monthsOf = (db: Db, userId: string) =>
  db
    .select({ month: aiMonths.month, allowance: aiMonths.allowance, used: aiMonths.used })
    .from(aiMonths)
    .where(eq(aiMonths.userId, userId))
    .orderBy(asc(aiMonths.month))

export const insertMonth = (db: Db, month: Month & { allowance: number }) => db.insert(aiMonths).values(month).onConflictDoNothing()

/**
 * Reserves up to `most` of the month's remaining tokens. Must run in a transaction, and locks the month until it ends. Returns the number
 * of tokens reserved. If fewer than `least` remain, reserves nothing and returns undefined.
 */
export const reserve = async (db: Db, month: Month, { least, most }: { least: number; most: number }): Promise<number | undefined> => {
  // Lock the row before reading it. An UPDATE that waits for the row could combine values from two versions of it.
  const [row] = await db.select().from(aiMonths).where(isMonth(month)).for('update')
  if (row === undefined) return undefined
  const tokens = Math.min(most, row.allowance - row.used - row.reserved)
  if (tokens < least) return undefined
  await db
    .update(aiMonths)
    .set({ reserved: row.reserved + tokens })
    .where(isMonth(month))
  return tokens
}

/** Returns how many AI responses are being generated for a user. */
export const countUnderWay = async (db: Db, userId: string, now: Date): Promise<number> =>
  (
    await theOnly(
      db
        .select({ answers: count() })
        .from(aiAnswers)
        .where(and(eq(aiAnswers.userId, userId), isNull(aiAnswers.settledAt), gt(aiAnswers.expiresAt, now))),
    )
  ).answers

/** Records the start of an AI response. Returns its ID. */
export const insertAnswer = async (db: Db, answer: Month & { reserved: number; startedAt: Date; expiresAt: Date }): Promise<string> => {
  const row = await theOnly(db.insert(aiAnswers).values(answer).returning({ id: aiAnswers.id }))
  return row.id
}

/** Settles an AI response with the tokens used, capped at its reservation. Does nothing if it is already settled or released. */
export const settle = (db: Db, id: string, used: number, now: Date) =>
  db.execute(sql`
    with settled as (
      update ${aiAnswers} set settled_at = ${now}, used = least(${used}::int, reserved)
      where id = ${id} and settled_at is null returning user_id, month, reserved, used
    )
    update ${aiMonths} as months set reserved = months.reserved - settled.reserved, used = months.used + settled.used
    from settled where months.user_id = settled.user_id and months.month = settled.month`)

/** Releases expired reservations of one user or of all users. Returns true if any were released. */
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
