import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { jobs } from '#server/lib/jobs/tables.ts'
import type { MailKind } from '#server/lib/mail/kinds.ts'
import { type MailOutcome, mails, silentAddresses } from './tables.ts'

/** True if a user wants emails that aren't about their account. */
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
 * Records an email to a user. Returns its id and the user's address. Returns undefined in three cases:
 *
 * 1. The email was already recorded.
 * 2. The user is a guest without an address.
 * 3. It is a new-device email to an unconfirmed address, which may belong to a stranger.
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

/** Deletes an email that won't be sent. */
export const deleteMail = (db: Db, id: string) => db.delete(mails).where(eq(mails.id, id))

/** Returns these users' email addresses. Omits users without an address. */
export const addressesOf = (db: Db, userIds: readonly string[]) =>
  db
    .select({ id: users.id, email: sql<string>`${users.email}` })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNotNull(users.email)))

/** Records an email to an address without an account. Returns its id. */
export const insertMailToAddress = async (db: Db, { kind, about, now }: { kind: MailKind; about: string; now: Date }): Promise<string> => {
  const row = await theOnly(db.insert(mails).values({ kind, about, queuedAt: now }).returning({ id: mails.id }))
  return row.id
}

/** Returns an unsent email with its recipient. */
export const mailToSend = (db: Db, id: string) =>
  first(
    db
      .select({ mail: mails, person })
      .from(mails)
      .leftJoin(users, eq(users.id, mails.userId))
      .where(and(eq(mails.id, id), isNull(mails.outcome))),
  )

type SentMail = { id: string; userId: string; kind: MailKind; about: string; outcome: MailOutcome; now: Date }

/** Records an email that was sent under its own id. Idempotent, so retries record it only once. */
export const insertSentMail = (db: Db, { now, ...mail }: SentMail) =>
  db
    .insert(mails)
    .values({ ...mail, queuedAt: now, endedAt: now })
    .onConflictDoNothing()

export const endMail = (db: Db, id: string, outcome: MailOutcome, now: Date) =>
  db.update(mails).set({ outcome, endedAt: now }).where(eq(mails.id, id))

/** Returns a user's emails, newest first. */
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

/** Marks a user's address as confirmed. Returns false if the user no longer has that address. */
export const confirmEmail = async (db: Db, { userId, email, now }: { userId: string; email: string; now: Date }): Promise<boolean> =>
  (
    await db
      .update(users)
      .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now}::timestamptz)`, emailBouncedAt: null })
      .where(and(eq(users.id, userId), eq(users.email, email)))
      .returning({ id: users.id })
  ).length > 0

/** Opts a user out of news emails. Does nothing if the account has been deleted. */
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

/** Discards all queued mail after a backup is restored, because the emails are about events from before the restore. */
export const dropQueuedMail = async (db: Db, now: Date): Promise<void> => {
  await db.delete(jobs).where(eq(jobs.name, 'send-mail'))
  await db.update(mails).set({ outcome: 'moot', endedAt: now }).where(isNull(mails.outcome))
}
