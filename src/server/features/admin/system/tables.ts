import { json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Calls by how long they took, as lib/http/traffic.ts counts them. */
type Counts = { requests: number; errors: number; steps: number[] }

/** A server's report about itself, besides its name and times. */
export type ServerFigures = {
  /** The version of Node. */
  node: string
  /** Memory that the process uses, in bytes. */
  memory: number
  /** Open live streams. */
  streams: number
  /** How long events waited for the server's thread, in milliseconds: the 99th percentile of the last minute. Older servers don't report it. */
  loopDelay?: number | null
  /** The names of the keys that it has, and of the one that it encrypts with. Servers of earlier versions don't report them. */
  keys?: { has: readonly string[]; inUse: string }
  lastHour: Counts
  sinceStart: Counts
}

/**
 * The servers that share this database, one row for each start. A server writes its row every ten seconds and deletes it when it stops, so
 * a row that isn't written any longer is of a server that died. The times are the database's.
 */
export const servers = pgTable('servers', {
  /** Chosen by the server when it starts. */
  id: uuid().primaryKey(),
  host: text().notNull(),
  version: text().notNull(),
  startedAt: instant().notNull(),
  seenAt: instant().notNull(),
  figures: json().$type<ServerFigures>().notNull(),
})
