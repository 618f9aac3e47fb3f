import { eq, inArray, lt, min, sql } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { RETENTION } from '#shared/retention.ts'
import { pastTrials } from './tables.ts'

/** Returns a user's email address and the start of their trial. */
export const trialOf = (db: Db, userId: string) =>
  first(
    db
      .select({ email: users.email, freeTrialStarted: subscriptions.freeTrialStarted })
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(users.id, userId)),
  )

/** Sets the start of a trial. A trial that was marked as expired becomes active again, and the new start determines when it ends. */
export const setTrialStart = (db: Db, userId: string, freeTrialStarted: Date) =>
  db
    .update(subscriptions)
    .set({
      freeTrialStarted,
      status: sql`case when ${subscriptions.status} = 'TRIALEXPIRED' then 'TRIAL' else ${subscriptions.status} end`,
    })
    .where(eq(subscriptions.userId, userId))

/** Returns the earliest trial start recorded for these fingerprints, or undefined if there isn't one. */
export const pastTrialStart = async (db: Db, fingerprints: readonly string[]): Promise<Date | undefined> =>
  (
    await first(
      db
        .select({ first: min(pastTrials.freeTrialStarted) })
        .from(pastTrials)
        .where(inArray(pastTrials.fingerprint, [...fingerprints])),
    )
  )?.first ?? undefined

/** Records a trial. For a known fingerprint, keeps the earlier start and the later deletion date. */
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

/** Deletes trial records of accounts that were deleted more than twelve months before `now`. */
export const deleteOldTrials = (db: Db, now: Date) =>
  db.delete(pastTrials).where(lt(pastTrials.deletedAt, sql`${now}::timestamptz - make_interval(months => ${RETENTION.pastTrialMonths})`))
