import { and, eq, gt, sql } from 'drizzle-orm'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { downloadLinks } from './tables.ts'

export type Link = typeof downloadLinks.$inferSelect

/** Stores a link and deletes expired ones. Returns false without storing the link if its session isn't in the database. */
export const insertLink = async (db: Db, { tokenHash, sessionId, call, params, query, expiresAt }: Link, now: Date): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    with over as (delete from ${downloadLinks} where expires_at <= ${now}::timestamptz)
    insert into ${downloadLinks} (token_hash, session_id, call, params, query, expires_at)
    select ${tokenHash}, id, ${call}, ${JSON.stringify(params)}::json, ${JSON.stringify(query)}::json, ${expiresAt}::timestamptz
    from ${sessions} where id = ${sessionId} for key share`)
  return rowCount === 1
}

/** Deletes and returns a valid link, so that only one of several concurrent requests can use it. */
export const takeLink = (db: Db, tokenHash: string, now: Date): Promise<Link | undefined> =>
  first(
    db
      .delete(downloadLinks)
      .where(and(eq(downloadLinks.tokenHash, tokenHash), gt(downloadLinks.expiresAt, now)))
      .returning(),
  )
