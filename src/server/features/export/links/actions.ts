/**
 * Links that open a file once, so that the browser's own downloads fetch it: of any size, for as long as it takes.
 *
 * 1. A link has 256 random bits, of which the database keeps the SHA-256. It works once, within a minute.
 * 2. What it opens is decided when it is used: the session must still run, and its person still be allowed the call.
 * 3. While the database takes no writes, links wait in this server's memory, as sessions do: people can still export.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor, Clock, Downloads, FileCall } from '#server/lib/http/serve.ts'
import * as query from './queries.ts'

const LIFE_MS = 60_000
/** Links that wait in memory. */
const MAX_WAITING = 1000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A file that a link has opened. */
export type Opened = { file: FileCall; actor: Actor; params: unknown }

export type OpenDownloads = Downloads & {
  /** Uses a link up. Throws `not_found` for one that cannot be used any more, and what its call throws at a person who is not allowed it. */
  open: (token: string) => Promise<Opened>
}

const makeWaiting = () => {
  const waiting = new Map<string, query.Link>()
  return {
    keep: (link: query.Link, now: Date): void => {
      for (const [tokenHash, { expiresAt }] of waiting) if (expiresAt <= now) waiting.delete(tokenHash)
      if (waiting.size >= MAX_WAITING) throw new Refused('unavailable', undefined, { retryAfter: 60 })
      waiting.set(link.tokenHash, link)
    },
    take: (tokenHash: string, now: Date): query.Link | undefined => {
      const link = waiting.get(tokenHash)
      waiting.delete(tokenHash)
      return link && link.expiresAt > now ? link : undefined
    },
  }
}

/** `actorIn` returns who is signed in by a session, undefined where it has ended. */
export const makeDownloads = (db: Db, clock: Clock, actorIn: (sessionId: string) => Promise<Actor | undefined>): OpenDownloads => {
  const files = new Map<string, FileCall>()
  const waiting = makeWaiting()

  return {
    offer: (call, file) => void files.set(call, file),

    link: async (call, { actor: { sessionId }, params = {} }) => {
      const now = clock()
      const token = randomBytes(32).toString('base64url')
      const link = { tokenHash: hashOf(token), sessionId, call, params, expiresAt: new Date(now.getTime() + LIFE_MS) }
      const isKept = await query.insertLink(db, link, now).catch((error: unknown) => {
        if (!cannotWrite(error)) throw error
        return false
      })
      // Its session may wait in memory, too.
      if (!isKept) waiting.keep(link, now)
      return { address: `/api/downloads/${token}` }
    },

    open: async (token) => {
      const now = clock()
      const tokenHash = hashOf(token)
      const link = waiting.take(tokenHash, now) ?? (await query.takeLink(db, tokenHash, now))
      const file = link && files.get(link.call)
      const actor = link && (await actorIn(link.sessionId))
      if (!file || !actor) throw new Refused('not_found', 'This link was used, or is too old. Download the file again.')
      file.admit(actor)
      return { file, actor, params: link.params }
    },
  }
}
