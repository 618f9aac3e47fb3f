import { and, desc, eq, gte, isNull, ne } from 'drizzle-orm'
import { type CalendarRef, calendarOperations } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'

const { id, calendarId, actorId, sitting: ofSitting, sittingSince, continues, version } = calendarOperations

type Sought = { sitting: string; actor: string; since: Date; besides: string }

/** Returns the latest change of a sitting that began at or after `since`, apart from the operation `besides`. */
export const operationOfSitting = (db: Db, calendar: CalendarRef, { sitting, actor, since, besides }: Sought) =>
  first(
    db
      .select({ id })
      .from(calendarOperations)
      .where(
        and(
          eq(calendarId, calendar.id),
          eq(ofSitting, sitting),
          isNull(continues),
          eq(actorId, actor),
          gte(sittingSince, since),
          ne(id, besides),
        ),
      )
      .orderBy(desc(version))
      .limit(1),
  )

/** Stores that an operation continues another, which is now as recent as it. */
export const continueOperation = async (db: Db, operation: { id: string; now: Date }, continued: string): Promise<void> => {
  await db.update(calendarOperations).set({ continues: continued }).where(eq(id, operation.id))
  await db.update(calendarOperations).set({ createdAt: operation.now }).where(eq(id, continued))
}
