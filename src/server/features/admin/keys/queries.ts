import { and, asc, count, eq, gt, isNotNull, lt, max, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { pastCoupons } from '#server/features/billing/tables.ts'
import { pastTrials } from '#server/features/billing/trials/tables.ts'
import { driveGrants } from '#server/features/drive/tables.ts'
import { feeds } from '#server/features/feeds/tables.ts'
import { idempotencyKeys } from '#server/features/idempotency/tables.ts'
import { mails, silentAddresses } from '#server/features/mail/tables.ts'
import { users } from '#server/features/people/tables.ts'
import { subLinks } from '#server/features/sub-links/tables.ts'
import { subReports } from '#server/features/sub-reports/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { theOnly } from '#server/lib/db/one-row.ts'
import { jobs } from '#server/lib/jobs/tables.ts'

type SealedValue = {
  table: PgTable
  id: PgColumn
  /** The encrypted text. */
  value: PgColumn | SQL
  /** Returns the change that replaces the encrypted text. */
  set: (sealed: string) => Record<string, string | SQL>
  /** The id in the text's owner, if it isn't the row's. */
  subject?: SQL
  where?: SQL
}

const column = <Table extends PgTable, Name extends keyof Table['_']['columns'] & string>(
  table: Table & Record<Name, PgColumn>,
  id: PgColumn,
  name: Name,
): SealedValue => ({ table, id, value: table[name], set: (sealed) => ({ [name]: sealed }) })

const inPayload = (job: string, field: 'sealed' | 'wish', subject: SQL): SealedValue => ({
  table: jobs,
  id: jobs.id,
  value: sql`${jobs.payload}->>${sql.raw(`'${field}'`)}`,
  set: (sealed) => ({ payload: sql`jsonb_set(${jobs.payload}::jsonb, array[${sql.raw(`'${field}'`)}], to_jsonb(${sealed}::text))::json` }),
  subject,
  where: eq(jobs.name, job),
})

/** Everything in the database that the key ring encrypted. */
export const SEALED = {
  emergencyProcedures: column(users, users.id, 'sealedEmergencyProcedures'),
  studentNotes: column(users, users.id, 'sealedStudentNotes'),
  substituteInstructions: column(users, users.id, 'sealedSubstituteInstructions'),
  linkTokens: column(subLinks, subLinks.id, 'sealedToken'),
  reportTokens: column(subLinks, subLinks.id, 'sealedReportToken'),
  reports: column(subReports, subReports.id, 'sealed'),
  feedTokens: column(feeds, feeds.id, 'sealedToken'),
  driveTokens: column(driveGrants, driveGrants.userId, 'refreshToken'),
  endedDriveTokens: inPayload('close-drive', 'sealed', sql`${jobs.payload}->>'userId'`),
  answers: column(idempotencyKeys, idempotencyKeys.hash, 'answer'),
  passwordLinks: inPayload('send-password-link', 'wish', sql`''`),
} satisfies Record<string, SealedValue>
export type SealedName = keyof typeof SEALED

/** The values of one kind that a key other than `name` encrypted. Reads only the beginning of a value, which may be long. */
const notWith = ({ value, where }: SealedValue, name: string) => and(where, ne(sql`${value}`, ''), ne(sql`left(${value}, 9)`, `${name}.`))

/** Returns the names of the keys that encrypted values of a kind, and how many each. */
export const keysOf = (db: Db, kind: SealedName): Promise<{ key: string; values: number }[]> => {
  const { table, value, where } = SEALED[kind] as SealedValue
  const key = sql<string>`left(${value}, 8)`
  return db
    .select({ key, values: count() })
    .from(table)
    .where(and(where, ne(sql`${value}`, '')))
    .groupBy(sql`1`)
}

/** Returns at most `most` values of a kind that a key other than `name` encrypted, in the order of their rows' ids, after the row `after`. */
export const valuesNotWith = (
  db: Db,
  kind: SealedName,
  { name, after, most }: { name: string; after: string | undefined; most: number },
): Promise<{ id: string; subject: string; sealed: string }[]> => {
  const of = SEALED[kind] as SealedValue
  return db
    .select({
      id: sql<string>`${of.id}::text`,
      subject: sql<string>`${of.subject ?? sql`${of.id}::text`}`,
      sealed: sql<string>`${of.value}`,
    })
    .from(of.table)
    .where(and(notWith(of, name), after === undefined ? undefined : gt(of.id, after)))
    .orderBy(asc(of.id))
    .limit(most)
}

/** Replaces an encrypted value, unless it has changed since it was read. */
export const replaceSealed = async (
  db: Db,
  kind: SealedName,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<void> => {
  const of = SEALED[kind] as SealedValue
  await db
    .update(of.table)
    .set(of.set(after))
    .where(and(eq(of.id, id), of.where, eq(sql`${of.value}`, before)))
}

/** Returns what was written before `since` that only older keys recognize: keyed hashes, and tokens in mail that was sent. */
export const olderTraces = async (db: Db, since: Date) => {
  const [trials, coupons, silent, sent] = [
    await theOnly(
      db
        .select({ rows: count(), last: max(pastTrials.deletedAt) })
        .from(pastTrials)
        .where(lt(pastTrials.deletedAt, since)),
    ),
    await theOnly(
      db
        .select({ rows: count(), last: max(pastCoupons.deletedAt) })
        .from(pastCoupons)
        .where(lt(pastCoupons.deletedAt, since)),
    ),
    await theOnly(db.select({ rows: count() }).from(silentAddresses).where(lt(silentAddresses.since, since))),
    await theOnly(
      db
        .select({ rows: count() })
        .from(mails)
        .where(and(lt(mails.queuedAt, since), isNotNull(mails.endedAt))),
    ),
  ]
  return { trials, coupons, silent, sent }
}
