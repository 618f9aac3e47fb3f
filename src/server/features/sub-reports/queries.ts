import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import { subLinks } from '#server/features/sub-links/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { subReports } from './tables.ts'

export type ReportRow = typeof subReports.$inferSelect

/** The earlier of a link's last instant and the instant at which somebody turned it off. */
const end = sql<Date>`least(${subLinks.revokedAt}, ${subLinks.endsAt})`.mapWith(subLinks.endsAt)

/**
 * Returns the link that a token may send reports to, and locks its row. The link's own token may until the link's end, and its report token
 * for two more days.
 */
export const lockLinkToReport = (db: Db, tokenHash: string, now: Date) =>
  first(
    db
      .select({
        id: subLinks.id,
        userId: subLinks.userId,
        dates: subLinks.dates,
        include: subLinks.include,
        emergencyPlanId: subLinks.emergencyPlanId,
        end,
      })
      .from(subLinks)
      .where(
        or(
          and(eq(subLinks.tokenHash, tokenHash), gt(end, now)),
          and(eq(subLinks.reportTokenHash, tokenHash), gt(end, new Date(now.getTime() - RETENTION.reportGraceDays * DAY_MS))),
        ),
      )
      .for('update'),
  )

/** Returns the id of a link's report with this key. */
export const reportWithKey = async (db: Db, linkId: string, key: string): Promise<string | undefined> =>
  (
    await first(
      db
        .select({ id: subReports.id })
        .from(subReports)
        .where(and(eq(subReports.linkId, linkId), eq(subReports.key, key))),
    )
  )?.id

export const countReports = async (db: Db, linkId: string): Promise<number> =>
  (await theOnly(db.select({ reports: count() }).from(subReports).where(eq(subReports.linkId, linkId)))).reports

/** Returns how many reports are stored for a teacher. */
export const countReportsOf = async (db: Db, userId: string): Promise<number> =>
  (await theOnly(db.select({ reports: count() }).from(subReports).where(eq(subReports.userId, userId)))).reports

export const insertReport = (db: Db, report: typeof subReports.$inferInsert) => db.insert(subReports).values(report)

/** Returns one report of a link. */
export const reportOfLink = (db: Db, linkId: string, id: string): Promise<ReportRow | undefined> =>
  first(
    db
      .select()
      .from(subReports)
      .where(and(eq(subReports.linkId, linkId), eq(subReports.id, id))),
  )

/** Replaces the text of a report, which its teacher then hasn't read. */
export const correctReport = (db: Db, id: string, { sealed, now }: { sealed: string; now: Date }) =>
  db.update(subReports).set({ sealed, correctedAt: now, readAt: null }).where(eq(subReports.id, id))

/** Returns at most `most` of a teacher's reports: the new ones first, then the latest. */
export const reportsOf = (db: Db, userId: string, most: number): Promise<ReportRow[]> =>
  db
    .select()
    .from(subReports)
    .where(eq(subReports.userId, userId))
    .orderBy(desc(isNull(subReports.readAt)), desc(subReports.receivedAt), desc(subReports.id))
    .limit(most)

/** Returns a report with its teacher's name. */
export const reportWithTeacher = (db: Db, id: string) =>
  first(
    db
      .select({ report: subReports, teacher: sql<string>`coalesce(${users.displayName}, ${users.email}, '')` })
      .from(subReports)
      .innerJoin(users, eq(users.id, subReports.userId))
      .where(eq(subReports.id, id)),
  )

/** Changes one of a teacher's reports. Returns it, or undefined if the teacher has no report with this id. */
export const updateReport = (
  db: Db,
  userId: string,
  id: string,
  changes: { readAt?: Date | null; isKept?: boolean; sharedAt?: Date },
): Promise<ReportRow | undefined> =>
  first(
    db
      .update(subReports)
      // Without a change, the report is only read.
      .set({ userId, ...changes })
      .where(and(eq(subReports.userId, userId), eq(subReports.id, id)))
      .returning(),
  )

/** Deletes the reports that came in before an instant, except those that their teachers keep. */
export const deleteReportsBefore = (db: Db, instant: Date) =>
  db.delete(subReports).where(and(lt(subReports.receivedAt, instant), eq(subReports.isKept, false)))
