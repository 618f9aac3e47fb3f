import { asc, desc, eq, or } from 'drizzle-orm'
import { feeds } from '#server/features/feeds/tables.ts'
import { subLinkOpenings, subLinks } from '#server/features/sub-links/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** Returns the substitute links of a user's days and those that the user made, with their openings, and without their addresses. */
export const linksFor = async (db: Db, userId: string) => {
  const { id, dates, include, message, endsOn, endsAt, revokedAt, createdAt, sentAt } = subLinks
  const isTheirs = or(eq(subLinks.userId, userId), eq(subLinks.madeBy, userId))
  const links = await db
    .select({ id, dates, include, message, endsOn, endsAt, revokedAt, createdAt, sentAt })
    .from(subLinks)
    .where(isTheirs)
    .orderBy(desc(subLinks.createdAt))
  const openings = await db
    .select({ linkId: subLinkOpenings.linkId, at: subLinkOpenings.at, device: subLinkOpenings.device })
    .from(subLinkOpenings)
    .innerJoin(subLinks, eq(subLinks.id, subLinkOpenings.linkId))
    .where(isTheirs)
    .orderBy(asc(subLinkOpenings.id))
  return links.map((link) => ({
    ...link,
    openings: openings.filter(({ linkId }) => linkId === link.id).map(({ at, device }) => ({ at, device })),
  }))
}

/** Returns the calendar addresses that a user made: what they hold, and when a calendar program last read them. Without the addresses. */
export const feedsFor = (db: Db, userId: string) => {
  const { id, include, classId, schoolId, createdAt, lastReadAt, lastReadBy } = feeds
  return db
    .select({ id, include, classId, schoolId, createdAt, lastReadAt, lastReadBy })
    .from(feeds)
    .where(eq(feeds.userId, userId))
    .orderBy(desc(createdAt))
}
