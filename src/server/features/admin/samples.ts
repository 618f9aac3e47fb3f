import { eq } from 'drizzle-orm'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { record } from '#server/features/audit/queries.ts'
import { aSubscription } from '#server/features/billing/samples.ts'
import { billingSubscriptions } from '#server/features/billing/tables.ts'
import { subscriptions } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import { aiMonths } from '#server/features/writing/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import { PRICES } from '#shared/billing/rules.ts'
import { DAY_MS, todayIn } from '#shared/dates.ts'
import { activeTeachers } from './overview/tables.ts'

export type SampleUser = {
  email: string
  displayName: string | null
  password: string
  timezone: string
  joined: Date
  seen: Date
  status: SubscriptionStatus
  interval?: 'month' | 'year' | undefined
  /** Tokens of the AI add-on used this month. Undefined without the add-on. */
  aiTokens?: number | undefined
  userAgent?: string | undefined
}

/** Creates a user who joined earlier, with their plan, their use of AI and the device that they last used. */
export const aUserSince = async (db: Db, user: SampleUser, now: Date): Promise<string> => {
  const { joined, seen, status, interval, aiTokens, userAgent = null, ...account } = user
  const { userId } = await aTeacher(db, { ...account, now: joined })
  const renews = new Date(now.getTime() + 30 * DAY_MS)
  await db
    .update(subscriptions)
    .set({
      status,
      aiFeatureFlag: aiTokens !== undefined,
      ...(status === 'PROTEACHEREXPIRED' && { planEndsAt: seen }),
    })
    .where(eq(subscriptions.userId, userId))
  await db
    .update(sessions)
    .set({ userAgent, lastSeenAt: seen, idleExpiresAt: renews, expiresAt: renews })
    .where(eq(sessions.userId, userId))
  await record(db, { at: joined, act: 'account.created', actorId: userId, subjectId: userId })
  await record(db, { at: seen, act: 'session.begun', actorId: userId, subjectId: userId })
  if (interval) {
    const [planType, amount] =
      interval === 'year' ? (['yearly', PRICES.proTeacher.year] as const) : (['monthly', PRICES.proTeacher.month] as const)
    await db
      .insert(billingSubscriptions)
      .values({ ...aSubscription({ id: `sub_${userId}`, planType, interval, amount: amount * 100, periodEnd: renews }), userId })
    await record(db, { at: new Date(joined.getTime() + 5 * DAY_MS), act: 'plan.begun', actorId: userId, subjectId: userId })
  }
  if (aiTokens !== undefined) {
    const month = todayIn(account.timezone, now.getTime()).slice(0, 7)
    await db.insert(aiMonths).values({ userId, month, allowance: PRICES.aiAddOn.tokens, used: aiTokens })
  }
  return userId
}

/** Stores how many teachers were active in a month. */
export const activeIn = (db: Db, month: string, teachers: number) =>
  db.insert(activeTeachers).values({ month, teachers }).onConflictDoNothing()
