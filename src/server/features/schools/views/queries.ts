import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { auditLog } from '#server/features/audit/tables.ts'
import { users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** Must match the condition of the partial index on views. */
const isLook = sql`${auditLog.act} in ('school.looked', 'school.planned')`

type View = { actorId: string; subjectId: string; schoolId: string }

/** Returns true if this administrator's view of the teacher's days has been logged since `since`. */
export const isViewRecorded = async (db: Db, { actorId, subjectId, schoolId }: View, since: Date): Promise<boolean> =>
  (
    await db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(
        and(
          isLook,
          eq(auditLog.subjectId, subjectId),
          gt(auditLog.at, since),
          eq(auditLog.act, 'school.looked'),
          eq(auditLog.actorId, actorId),
          eq(auditLog.schoolId, schoolId),
        ),
      )
      .limit(1)
  ).length > 0

/** Returns school administrators' views of a user's schedule, newest first. Returns only the latest `count` if given. */
export const viewsOf = (db: Db, userId: string, count?: number) => {
  const all = db
    .select({ at: auditLog.at, by: sql<string | null>`coalesce(${users.displayName}, ${users.email})`, act: auditLog.act })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectId, userId), isLook))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
  return count === undefined ? all : all.limit(count)
}
