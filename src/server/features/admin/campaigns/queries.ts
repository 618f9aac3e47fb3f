import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { standingAt } from '#server/features/admin/queries.ts'
import { wantsNews } from '#server/features/mail/queries.ts'
import { mails } from '#server/features/mail/tables.ts'
import { subscriptions, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { jobs } from '#server/lib/jobs/tables.ts'
import type { Segment } from '#shared/mail/campaigns/contract.ts'
import { campaigns } from './tables.ts'

/** Returns the SQL condition on `users` and `subscriptions` for a segment at an instant. */
const segmentAt = (segment: Segment, now: Date) => {
  const { trial, expiredTrial, subscriber } = standingAt(now)
  return { trial, expired: expiredTrial, subscribers: subscriber, all: sql`true` }[segment]
}

/** True if the user's address hasn't bounced and the user accepts more than account emails. */
const isReached = sql`(${wantsNews} and ${users.emailBouncedAt} is null)`

/** Counts the users in each segment and the users who would receive a campaign sent to it. */
export const countSegments = async (db: Db, now: Date) => {
  const where = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const of = (segment: Segment) => {
    const isIn = segmentAt(segment, now)
    return { people: where(isIn), reached: where(sql`${isIn} and ${isReached}`) }
  }
  const row = await theOnly(
    db
      .select({ trial: of('trial'), expired: of('expired'), subscribers: of('subscribers'), all: of('all') })
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(isNotNull(users.email)),
  )
  return row
}

type NewCampaign = Pick<typeof campaigns.$inferInsert, 'id' | 'segment' | 'subject' | 'text' | 'createdAt'>

/** Stores a campaign. Returns false if its id already exists. */
export const insertCampaign = async (db: Db, campaign: NewCampaign): Promise<boolean> =>
  (await db.insert(campaigns).values(campaign).onConflictDoNothing().returning({ id: campaigns.id })).length > 0

export const campaignById = (db: Db, id: string) => first(db.select().from(campaigns).where(eq(campaigns.id, id)))

/** Returns a campaign's subject and text, or undefined if the campaign was stopped. */
export const campaignText = (db: Db, id: string) =>
  first(
    db
      .select({ subject: campaigns.subject, text: campaigns.text })
      .from(campaigns)
      .where(and(eq(campaigns.id, id), isNull(campaigns.stoppedAt))),
  )

/** Records the recipients of a campaign: the users in its segment at this instant. Idempotent. */
export const insertRecipients = async (db: Db, { id, segment }: { id: string; segment: Segment }, now: Date): Promise<void> => {
  await db.execute(sql`
    insert into ${mails} (user_id, kind, about, queued_at)
    select ${users.id}, 'campaign', ${id}, ${now.toISOString()}::timestamptz
    from ${users} join ${subscriptions} on ${subscriptions.userId} = ${users.id}
    where ${users.email} is not null and ${isReached} and ${segmentAt(segment, now)}
    on conflict (user_id, kind, about) do nothing`)
  await db.update(campaigns).set({ preparedAt: now }).where(eq(campaigns.id, id))
}

const ofCampaign = (id: string) => and(eq(mails.kind, 'campaign'), eq(mails.about, id))

/** Returns one page of ids of unsent emails in a campaign, starting after `after`. */
export const waitingMails = async (db: Db, id: string, { after, most }: { after: string | null; most: number }): Promise<string[]> => {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(ofCampaign(id), isNull(mails.outcome), after === null ? undefined : gt(mails.id, after)))
    .orderBy(asc(mails.id))
    .limit(most)
  return rows.map((row) => row.id)
}

/** Stops a campaign. Returns false if it doesn't exist or was already stopped. */
export const stopCampaign = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const stopped = await db
    .update(campaigns)
    .set({ stoppedAt: now })
    .where(and(eq(campaigns.id, id), isNull(campaigns.stoppedAt)))
    .returning({ id: campaigns.id })
  if (stopped.length === 0) return false
  await db
    .update(mails)
    .set({ outcome: 'moot', endedAt: now })
    .where(and(ofCampaign(id), isNull(mails.outcome)))
  return true
}

export const latestCampaigns = (db: Db, most: number) => db.select().from(campaigns).orderBy(desc(campaigns.createdAt)).limit(most)

/** Counts the emails of these campaigns by outcome. A null outcome means unsent. */
export const countOutcomes = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: mails.about, outcome: mails.outcome, mails: count() })
    .from(mails)
    .where(and(eq(mails.kind, 'campaign'), inArray(mails.about, [...ids])))
    .groupBy(mails.about, mails.outcome)

/** Stops all campaigns whose recipients aren't recorded yet. */
export const dropUnprepared = async (db: Db, now: Date): Promise<void> => {
  await db.delete(jobs).where(eq(jobs.name, 'send-campaign'))
  await db
    .update(campaigns)
    .set({ stoppedAt: now })
    .where(and(isNull(campaigns.preparedAt), isNull(campaigns.stoppedAt)))
}
