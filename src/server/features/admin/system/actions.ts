/** Reports this server to the dashboard, and through the database to the dashboards of the other servers. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Cron } from 'croner'
import type { Db } from '#server/lib/db/client.ts'
import type { Traffic } from '#server/lib/http/traffic.ts'
import { errorMessage } from '#server/lib/jobs/error-message.ts'
import { lockKeyIn } from '#server/lib/keys/fitting-key.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeLoopDelay } from '#server/lib/threads/loop-delay.ts'
import { forgetServers, removeServer, reportServer } from './queries.ts'
import type { ServerFigures } from './tables.ts'

const EVERY_TEN_SECONDS = '*/10 * * * * *'

type Watched = {
  traffic: Traffic
  /** Returns the number of open live streams on this server. */
  openStreams: () => number
  version: string
  keys: Pick<KeyRing, 'names' | 'inUse'>
  /** Makes this server encrypt with the database's key. */
  followKey: (fingerprint: string) => void
}

/** This server, as its row describes it. */
export type OwnServer = ReturnType<typeof makeOwnServer>

export const makeOwnServer = ({ traffic, openStreams, version, keys, followKey }: Watched) => {
  const loopDelay = makeLoopDelay()
  return {
    id: randomUUID(),
    host: hostname(),
    version,
    followKey,
    /** Measures while the server reports itself. */
    loopDelay,
    upMs: () => Math.round(process.uptime() * 1000),
    figures: (): ServerFigures => ({
      node: process.versions.node,
      memory: process.memoryUsage.rss(),
      streams: openStreams(),
      loopDelay: loopDelay.read(),
      keys: { has: keys.names, inUse: keys.inUse },
      lastHour: traffic.lastHour(),
      sinceStart: traffic.sinceStart(),
    }),
  }
}

type ReportLog = { info: (message: string) => void; warn: (details: object, message: string) => void }

/**
 * Writes a server's row once, after it has forgotten servers that died. Follows the key in use in the same transaction, so that another key
 * comes into use either after this server has said which ones it has, or before it reads which one to use.
 */
export const reportOnce = async (db: Db, { id, host, version, figures, upMs, followKey }: OwnServer): Promise<void> => {
  await forgetServers(db)
  await db.transaction(async (db) => {
    const key = await lockKeyIn(db, 'share')
    if (key) followKey(key.fingerprint)
    await reportServer(db, { id, host, version, upMs: upMs(), figures: figures() })
  })
}

/**
 * Writes this server's row, and then every ten seconds. Resolves to a function that stops that and deletes the row. Neither rejects.
 */
export const startReporting = async (db: Db, server: OwnServer, log: ReportLog): Promise<() => Promise<void>> => {
  let isFailing = false
  let last: Promise<void> = Promise.resolve()
  const report = async (): Promise<void> => {
    try {
      await reportOnce(db, server)
      if (isFailing) log.info('the dashboard lists this server again')
      isFailing = false
    } catch (error) {
      // Logged once per outage, not every ten seconds.
      if (!isFailing) log.warn({ error: errorMessage(error) }, 'the dashboard cannot list this server for now')
      isFailing = true
    }
  }
  const next = (): Promise<void> => {
    last = report()
    return last
  }
  server.loopDelay.start()
  const clock = new Cron(EVERY_TEN_SECONDS, { unref: true, protect: true }, next)
  await next()
  return async () => {
    clock.stop()
    server.loopDelay.stop()
    await last
    await removeServer(db, server.id).catch((error: unknown) =>
      log.warn({ error: errorMessage(error) }, 'the dashboard lists this server for up to an hour'),
    )
  }
}
