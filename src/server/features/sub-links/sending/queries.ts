import { and, eq, gt, isNull } from 'drizzle-orm'
import { subLinks } from '#server/features/sub-links/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'

/** Returns an open link. Undefined if it ended, was turned off, or was deleted. */
export const openLinkById = (db: Db, id: string, now: Date) =>
  first(
    db
      .select()
      .from(subLinks)
      .where(and(eq(subLinks.id, id), isNull(subLinks.revokedAt), gt(subLinks.endsAt, now))),
  )
