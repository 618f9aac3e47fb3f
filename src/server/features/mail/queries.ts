import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import { passwordResets } from '#server/features/accounts/reset/tables.ts'
import { schools, sessions, subscriptions, userRoles, users } from '#server/features/accounts/tables.ts'
import { billingSubscriptions } from '#server/features/billing/tables.ts'
import { invites } from '#server/features/collaboration/tables.ts'
import { schoolInvitations } from '#server/features/schools/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { jobs } from '#server/lib/jobs/tables.ts'
import type { MailKind } from '#server/lib/mail/post.ts'
import { campaigns } from './campaigns/tables.ts'
import { type MailOutcome, mails, silentAddresses } from './tables.ts'

/** Whether a user wants mail that isn't about their account. */
export const wantsNews = sql<boolean>`coalesce((${users.preferences}->>'mails')::boolean, true)`

const person = {
  id: users.id,
  email: users.email,
  displayName: users.displayName,
  timezone: users.timezone,
  wantsNews,
  confirmedAt: users.emailConfirmedAt,
  bouncedAt: users.emailBouncedAt,
}

/**
 * Records a mail to a user. Returns its id and the user's address. Returns undefined if it was already recorded, for a guest without an
 * address, and for a new-device mail to an unconfirmed address, which may be a stranger's.
 */
export const insertMail = async (
  db: Db,
  { userId, kind, about, now }: { userId: string; kind: MailKind; about: string; now: Date },
): Promise<{ id: string; email: string } | undefined> => {
  const isConfirmed = kind === 'new-device' ? sql`${users.emailConfirmedAt} is not null` : sql`true`
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    insert into ${mails} (user_id, kind, about, queued_at)
    select ${users.id}, ${kind}, ${about}, ${now}::timestamptz from ${users}
    where ${users.id} = ${userId} and ${users.email} is not null and ${isConfirmed}
    on conflict (user_id, kind, about) do nothing
    returning id, (select ${users.email} from ${users} where ${users.id} = ${userId}) as email`)
  return rows[0]
}

/** Deletes a mail that won't be sent. */
export const deleteMail = (db: Db, id: string) => db.delete(mails).where(eq(mails.id, id))

/** Returns those of the users that have an address. */
export const addressesOf = (db: Db, userIds: readonly string[]) =>
  db
    .select({ id: users.id, email: sql<string>`${users.email}` })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNotNull(users.email)))

/** Records a mail to an address without an account. Returns its id. */
export const insertMailToAddress = async (db: Db, { kind, about, now }: { kind: MailKind; about: string; now: Date }): Promise<string> => {
  const [row] = await db.insert(mails).values({ kind, about, queuedAt: now }).returning({ id: mails.id })
  if (!row) throw new Error('An insert returned no row')
  return row.id
}

/** Returns the user's fields that mail needs. */
export const personOf = async (db: Db, userId: string) => (await db.select(person).from(users).where(eq(users.id, userId)))[0]

/** Returns the school's name if the user administers it. */
export const schoolAdministeredBy = async (db: Db, userId: string, schoolId: string) =>
  (
    await db
      .select({ name: schools.name })
      .from(userRoles)
      .innerJoin(schools, eq(schools.id, userRoles.schoolId))
      .where(and(eq(userRoles.userId, userId), eq(schools.id, schoolId), userRoles.schoolAdministration))
  )[0]?.name

/** Returns an unsent mail with its recipient. */
export const mailToSend = async (db: Db, id: string) =>
  (
    await db
      .select({ mail: mails, person })
      .from(mails)
      .leftJoin(users, eq(users.id, mails.userId))
      .where(and(eq(mails.id, id), isNull(mails.outcome)))
  )[0]

type SentMail = { id: string; userId: string; kind: MailKind; about: string; outcome: MailOutcome; now: Date }

/** Records a mail that was sent under its own id. Idempotent, so retries record it once. */
export const insertSentMail = (db: Db, { now, ...mail }: SentMail) =>
  db
    .insert(mails)
    .values({ ...mail, queuedAt: now, endedAt: now })
    .onConflictDoNothing()

export const endMail = (db: Db, id: string, outcome: MailOutcome, now: Date) =>
  db.update(mails).set({ outcome, endedAt: now }).where(eq(mails.id, id))

/** Returns a user's mails, newest first. */
export const mailsOf = (db: Db, userId: string) =>
  db
    .select({ id: mails.id, kind: mails.kind, queuedAt: mails.queuedAt, endedAt: mails.endedAt, outcome: mails.outcome })
    .from(mails)
    .where(eq(mails.userId, userId))
    .orderBy(sql`${mails.queuedAt} desc`, asc(mails.id))

export const deleteMailsBefore = (db: Db, before: Date) => db.delete(mails).where(lt(mails.queuedAt, before))

/** Flags a user's address as bounced, or clears the flag if `at` is null. */
export const setBounced = (db: Db, userId: string, at: Date | null) =>
  db.update(users).set({ emailBouncedAt: at }).where(eq(users.id, userId))

/** Marks a user's address as confirmed. Returns false if it's no longer their address. */
export const confirmEmail = async (db: Db, { userId, email, now }: { userId: string; email: string; now: Date }): Promise<boolean> =>
  (
    await db
      .update(users)
      .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now}::timestamptz)`, emailBouncedAt: null })
      .where(and(eq(users.id, userId), eq(users.email, email)))
      .returning({ id: users.id })
  ).length > 0

/** Opts a user out of news. Does nothing if the account is gone. */
export const refuseNews = (db: Db, userId: string) =>
  db
    .update(users)
    .set({ preferences: sql`(${users.preferences}::jsonb || '{"mails": false}')::json` })
    .where(eq(users.id, userId))

export const silence = (db: Db, fingerprint: string, since: Date) =>
  db.insert(silentAddresses).values({ fingerprint, since }).onConflictDoNothing()

export const isSilent = async (db: Db, fingerprints: readonly string[]): Promise<boolean> =>
  (
    await db
      .select({ since: silentAddresses.since })
      .from(silentAddresses)
      .where(inArray(silentAddresses.fingerprint, [...fingerprints]))
  ).length > 0

/** Returns the stored plan of a user. */
export const planOf = async (db: Db, userId: string) =>
  (
    await db
      .select({ status: subscriptions.status, freeTrialStarted: subscriptions.freeTrialStarted })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId))
  )[0]

/** Returns a user's subscription. */
export const subscriptionOf = async (db: Db, userId: string, id: string) =>
  (
    await db
      .select()
      .from(billingSubscriptions)
      .where(and(eq(billingSubscriptions.userId, userId), eq(billingSubscriptions.id, id)))
  )[0]

/** Returns the inviter while the invitation is pending. */
export const inviterOf = async (db: Db, inviteeId: string, id: string) =>
  (
    await db
      .select({ name: users.displayName, email: users.email })
      .from(invites)
      .innerJoin(users, eq(users.id, invites.inviterId))
      .where(and(eq(invites.id, id), eq(invites.inviteeId, inviteeId), eq(invites.status, 'waiting')))
  )[0]

/** Returns a school invitation's data while it's pending. */
export const schoolInvitation = async (db: Db, id: string) =>
  (
    await db
      .select({ email: schoolInvitations.email, school: schools.name, inviter: users.displayName, inviterEmail: users.email })
      .from(schoolInvitations)
      .innerJoin(schools, eq(schools.id, schoolInvitations.schoolId))
      .leftJoin(users, eq(users.id, schoolInvitations.invitedBy))
      .where(and(eq(schoolInvitations.id, id), eq(schoolInvitations.status, 'waiting')))
  )[0]

/** Returns the user agent of the session that the user started at that instant. */
export const browserAt = async (db: Db, userId: string, at: Date) =>
  (
    await db
      .select({ userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.createdAt, at)))
  )[0]?.userAgent ?? null

type Span = { after: Date; until: Date; most: number }

/**
 * Returns a page of users, by id after `last`, whose trial started in a span and who weren't notified of its end. Skips platform
 * admins, whose access doesn't end.
 */
export const trialsToTell = async (db: Db, { after, until, most }: Span, last?: string): Promise<string[]> => {
  const told = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, subscriptions.userId), eq(mails.kind, 'trial-ending')))
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(userRoles, eq(userRoles.userId, subscriptions.userId))
    .where(
      and(
        eq(userRoles.isAdmin, false),
        eq(subscriptions.status, 'TRIAL'),
        gt(subscriptions.freeTrialStarted, after),
        lte(subscriptions.freeTrialStarted, until),
        isNotNull(users.email),
        notExists(told),
        last === undefined ? undefined : gt(subscriptions.userId, last),
      ),
    )
    .orderBy(asc(subscriptions.userId))
    .limit(most)
  return rows.map(({ userId }) => userId)
}

/** Returns a page of yearly plans, by id after `last`, that renew in a span and whose owners weren't notified. */
export const renewalsToTell = async (db: Db, { after, until, most }: Span, last?: string) => {
  const about = sql<string>`${billingSubscriptions.id} || ' ' || extract(epoch from ${billingSubscriptions.periodEnd})::bigint`
  const told = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, billingSubscriptions.userId), eq(mails.kind, 'renewal'), eq(mails.about, about)))
  return db
    .select({ id: billingSubscriptions.id, userId: billingSubscriptions.userId, about })
    .from(billingSubscriptions)
    .where(
      and(
        eq(billingSubscriptions.status, 'active'),
        eq(billingSubscriptions.interval, 'year'),
        isNull(billingSubscriptions.endsAt),
        gt(billingSubscriptions.periodEnd, after),
        lte(billingSubscriptions.periodEnd, until),
        notExists(told),
        last === undefined ? undefined : gt(billingSubscriptions.id, last),
      ),
    )
    .orderBy(asc(billingSubscriptions.id))
    .limit(most)
}

/** Discards all queued mail, for a restored backup: it's about things from before. */
export const dropQueuedMail = async (db: Db, now: Date): Promise<void> => {
  await db.delete(jobs).where(inArray(jobs.name, ['send-mail', 'send-campaign', 'send-password-link']))
  await db.update(mails).set({ outcome: 'moot', endedAt: now }).where(isNull(mails.outcome))
  await db
    .update(campaigns)
    .set({ stoppedAt: now })
    .where(and(isNull(campaigns.preparedAt), isNull(campaigns.stoppedAt)))
  await db.delete(passwordResets)
}
