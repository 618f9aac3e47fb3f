import { type Serving, serve } from '#server/lib/http/serve.ts'
import { type Counts, figuresOf, type TrafficFigures } from '#server/lib/http/traffic.ts'
import { system } from '#shared/admin/system/contract.ts'
import { makeOwnServer, startReporting } from './actions.ts'
import { contentCounts, databaseState, jobStates, lastStripeEvent, otherServers } from './queries.ts'
import type { ServerFigures } from './tables.ts'

type SystemDeps = Parameters<typeof makeOwnServer>[0] & {
  /** The database's durability guarantee, as a sentence. */
  promise: string
  /** Whether other servers may share the database, so that this one tells them about itself. */
  isShared: boolean
}

const rounded = (ms: number | null): number | null => ms && Number(ms.toPrecision(2))
const shown = ({ p50, p95, p99, ...counts }: TrafficFigures) => ({ ...counts, p50: rounded(p50), p95: rounded(p95), p99: rounded(p99) })
const traffic = (counts: readonly Counts[]) => shown(figuresOf(counts))

type Listed = { host: string; version: string; startedAt: Date; seenAt: Date; figures: ServerFigures; isGone: boolean; isThis: boolean }

const listed = ({ startedAt, seenAt, figures, ...server }: Listed) => ({
  ...server,
  startedAt: startedAt.toISOString(),
  seenAt: seenAt.toISOString(),
  node: figures.node,
  memory: figures.memory,
  streams: figures.streams,
  loopDelay: rounded(figures.loopDelay ?? null),
  lastHour: traffic([figures.lastHour]),
})

export const systemRoutes = (serving: Serving, { promise, isShared, ...watched }: SystemDeps): void => {
  const own = makeOwnServer(watched)
  if (isShared) {
    let stop = (): Promise<void> => Promise.resolve()
    serving.app.addHook('onReady', async () => {
      stop = await startReporting(serving.db, own, serving.app.log)
    })
    serving.app.addHook('onClose', () => stop())
  }
  serve(serving, system, {
    // Platform admins may call this.
    system: async ({ db, services }) => {
      const at = new Date()
      const { bytes, version: database } = await databaseState(db)
      const jobs = await jobStates(db)
      const startedAt = new Date(at.getTime() - own.upMs())
      const { host, version } = own
      const self: Listed = { host, version, startedAt, seenAt: at, figures: own.figures(), isGone: false, isThis: true }
      const others = (await otherServers(db, own.id)).map((server) => ({ ...server, isThis: false }))
      const running = [self, ...others.filter(({ isGone }) => !isGone)]
      return {
        now: at.toISOString(),
        startedAt: startedAt.toISOString(),
        versions: { app: version, node: process.versions.node, database },
        servers: [self, ...others].map(listed),
        database: { promise, bytes },
        traffic: {
          lastHour: traffic(running.map(({ figures }) => figures.lastHour)),
          sinceStart: traffic(running.map(({ figures }) => figures.sinceStart)),
        },
        counts: await contentCounts(db),
        streams: running.reduce((sum, { figures }) => sum + figures.streams, 0),
        jobs: jobs.map(({ nextAt, lastRun, ...job }) => ({
          ...job,
          nextAt: nextAt?.toISOString() ?? null,
          lastRun: lastRun && { ...lastRun, startedAt: lastRun.startedAt.toISOString(), endedAt: lastRun.endedAt?.toISOString() ?? null },
        })),
        stripe: { isSetUp: services.payments !== undefined, lastEventAt: (await lastStripeEvent(db))?.toISOString() ?? null },
        ai: { isSetUp: services.ai !== undefined },
      }
    },
  })
}
