import { and, eq, gt, sql } from 'drizzle-orm'
import { sessions } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { downloadLinks } from './tables.ts'

export type Link = typeof downloadLinks.$inferSelect

/** Keeps a link, and forgets those that are over. Returns whether its session is in the database; else it is not kept. */
export const insertLink = async (db: Db, { tokenHash, sessionId, call, params, expiresAt }: Link, now: Date): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    with over as (delete from ${downloadLinks} where expires_at <= ${now}::timestamptz)
    insert into ${downloadLinks} (token_hash, session_id, call, params, expires_at)
    select ${tokenHash}, id, ${call}, ${JSON.stringify(params)}::json, ${expiresAt}::timestamptz
    from ${sessions} where id = ${sessionId} for key share`)
  return rowCount === 1
}

/** Uses a link up and returns it, if it can be used: of many at once, one gets it. */
export const takeLink = async (db: Db, tokenHash: string, now: Date): Promise<Link | undefined> =>
  (
    await db
      .delete(downloadLinks)
      .where(and(eq(downloadLinks.tokenHash, tokenHash), gt(downloadLinks.expiresAt, now)))
      .returning()
  )[0]
