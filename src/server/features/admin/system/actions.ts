/** Reports this server to the dashboard, and through the database to the dashboards of the other servers. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Cron } from 'croner'
import type { Db } from '#server/lib/db/client.ts'
import type { Traffic } from '#server/lib/http/traffic.ts'
import { errorMessage } from '#server/lib/jobs/error-message.ts'
import { makeLoopDelay } from '#server/lib/threads/loop-delay.ts'
import { forgetServers, removeServer, reportServer } from './queries.ts'
import type { ServerFigures } from './tables.ts'

const EVERY_TEN_SECONDS = '*/10 * * * * *'

type Watched = {
  traffic: Traffic
  /** Returns the number of open live streams on this server. */
  openStreams: () => number
  version: string
}

/** This server, as its row describes it. */
export type OwnServer = ReturnType<typeof makeOwnServer>

export const makeOwnServer = ({ traffic, openStreams, version }: Watched) => {
  const loopDelay = makeLoopDelay()
  return {
    id: randomUUID(),
    host: hostname(),
    version,
    /** Measures while the server reports itself. */
    loopDelay,
    upMs: () => Math.round(process.uptime() * 1000),
    figures: (): ServerFigures => ({
      node: process.versions.node,
      memory: process.memoryUsage.rss(),
      streams: openStreams(),
      loopDelay: loopDelay.read(),
      lastHour: traffic.lastHour(),
      sinceStart: traffic.sinceStart(),
    }),
  }
}

type ReportLog = { info: (message: string) => void; warn: (details: object, message: string) => void }

/** Writes a server's row once, after it has forgotten servers that died. */
export const reportOnce = async (db: Db, { id, host, version, figures, upMs }: OwnServer): Promise<void> => {
  await forgetServers(db)
  await reportServer(db, { id, host, version, upMs: upMs(), figures: figures() })
}

/** Writes this server's row now and every ten seconds. Returns a function that stops that and deletes the row. Neither rejects. */
export const startReporting = (db: Db, server: OwnServer, log: ReportLog): (() => Promise<void>) => {
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
  void next()
  return async () => {
    clock.stop()
    server.loopDelay.stop()
    await last
    await removeServer(db, server.id).catch((error: unknown) =>
      log.warn({ error: errorMessage(error) }, 'the dashboard lists this server for up to an hour'),
    )
  }
}
