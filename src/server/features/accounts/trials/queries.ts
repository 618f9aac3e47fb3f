import { eq, inArray, lt, min, sql } from 'drizzle-orm'
import { pastTrials, subscriptions, users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** The address of a person and when their trial began. */
export const trialOf = async (db: Db, userId: string) =>
  (
    await db
      .select({ email: users.email, freeTrialStarted: subscriptions.freeTrialStarted })
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(users.id, userId))
  )[0]

/** Says when the trial of a person began; one that has been written down as ended goes on by that. */
export const setTrialStart = (db: Db, userId: string, freeTrialStarted: Date) =>
  db
    .update(subscriptions)
    .set({
      freeTrialStarted,
      status: sql`case when ${subscriptions.status} = 'TRIALEXPIRED' then 'TRIAL' else ${subscriptions.status} end`,
    })
    .where(eq(subscriptions.userId, userId))

/** When the first trial began that is known by one of these; undefined where there was none. */
export const pastTrialStart = async (db: Db, fingerprints: readonly string[]): Promise<Date | undefined> =>
  (
    await db
      .select({ first: min(pastTrials.freeTrialStarted) })
      .from(pastTrials)
      .where(inArray(pastTrials.fingerprint, [...fingerprints]))
  )[0]?.first ?? undefined

/** Keeps a trial; of two under one fingerprint, the start of the first. */
export const insertPastTrial = (db: Db, trial: typeof pastTrials.$inferInsert) =>
  db
    .insert(pastTrials)
    .values(trial)
    .onConflictDoUpdate({
      target: pastTrials.fingerprint,
      set: {
        freeTrialStarted: sql`least(${pastTrials.freeTrialStarted}, excluded.free_trial_started)`,
        deletedAt: sql`greatest(${pastTrials.deletedAt}, excluded.deleted_at)`,
      },
    })

/** Forgets trials of people who deleted their account more than twelve months before an instant. */
export const deleteOldTrials = (db: Db, now: Date) =>
  db.delete(pastTrials).where(lt(pastTrials.deletedAt, sql`${now}::timestamptz - interval '12 months'`))
