/**
 * Single-use links that let the browser download a file directly, regardless of its size and how long the download takes.
 *
 * 1. A link contains 256 random bits. The database stores only their SHA-256. The link works once, within a minute.
 * 2. Access is checked when the link is used: the session must still be active, and its user still allowed to make the call.
 * 3. While the database is read-only, links are kept in this server's memory, as sessions are, so users can still export.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor, Clock, Downloads, FileCall } from '#server/lib/http/serve.ts'
import * as links from './queries.ts'

const LIFE_MS = 60_000
/** Maximum number of links kept in memory. */
const MAX_WAITING = 1000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A file request authorized by a link. */
export type Opened = { file: FileCall; actor: Actor; params: unknown; query: unknown }

export type OpenDownloads = Downloads & {
  /**
   * Consumes a link. Throws `not_found` if the link was used or has expired. If the user isn't allowed to make the call, throws the error
   * from its access check.
   */
  open: (token: string) => Promise<Opened>
}

const makeWaiting = () => {
  const waiting = new Map<string, links.Link>()
  return {
    keep: (link: links.Link, now: Date): void => {
      for (const [tokenHash, { expiresAt }] of waiting) if (expiresAt <= now) waiting.delete(tokenHash)
      if (waiting.size >= MAX_WAITING) throw new Refused('unavailable', undefined, { retryAfter: 60 })
      waiting.set(link.tokenHash, link)
    },
    take: (tokenHash: string, now: Date): links.Link | undefined => {
      const link = waiting.get(tokenHash)
      waiting.delete(tokenHash)
      return link && link.expiresAt > now ? link : undefined
    },
  }
}

/** `actorIn` returns a session's user, or undefined if the session has ended. */
export const makeDownloads = (db: Db, clock: Clock, actorIn: (sessionId: string) => Promise<Actor | undefined>): OpenDownloads => {
  const files = new Map<string, FileCall>()
  const waiting = makeWaiting()

  return {
    offer: (call, file) => void files.set(call, file),

    link: async (call, { actor: { sessionId }, params = {}, query = {} }) => {
      const now = clock()
      const token = randomBytes(32).toString('base64url')
      const link = { tokenHash: hashOf(token), sessionId, call, params, query, expiresAt: new Date(now.getTime() + LIFE_MS) }
      const isKept = await links.insertLink(db, link, now).catch((error: unknown) => {
        if (!cannotWrite(error)) throw error
        return false
      })
      // The link's session may also exist only in memory.
      if (!isKept) waiting.keep(link, now)
      return { address: `/api/downloads/${token}` }
    },

    open: async (token) => {
      const now = clock()
      const tokenHash = hashOf(token)
      const link = waiting.take(tokenHash, now) ?? (await links.takeLink(db, tokenHash, now))
      const file = link && files.get(link.call)
      const actor = link && (await actorIn(link.sessionId))
      if (!file || !actor) throw new Refused('not_found', 'This link has expired or was already used. Download the file again.')
      file.admit(actor)
      return { file, actor, params: link.params, query: link.query }
    },
  }
}
