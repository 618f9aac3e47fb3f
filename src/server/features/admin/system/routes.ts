import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { Traffic, TrafficFigures } from '#server/lib/http/traffic.ts'
import { system } from '#shared/admin/system/contract.ts'
import { contentCounts, databaseState, jobStates, lastStripeEvent } from './queries.ts'

type SystemDeps = {
  traffic: Traffic
  /** Returns the number of open live streams on this server. */
  openStreams: () => number
  /** The database's durability guarantee, as a sentence. */
  promise: string
  version: string
}

const rounded = (ms: number | null): number | null => ms && Number(ms.toPrecision(2))
const shown = ({ p50, p95, p99, ...counts }: TrafficFigures) => ({ ...counts, p50: rounded(p50), p95: rounded(p95), p99: rounded(p99) })

export const systemRoutes = (serving: Serving, { traffic, openStreams, promise, version }: SystemDeps): void =>
  serve(serving, system, {
    // Platform admins may call this.
    system: async ({ db, services }) => {
      const at = new Date()
      const { bytes, version: database } = await databaseState(db)
      const jobs = await jobStates(db)
      return {
        now: at.toISOString(),
        startedAt: new Date(at.getTime() - process.uptime() * 1000).toISOString(),
        versions: { app: version, node: process.versions.node, database },
        database: { promise, bytes },
        traffic: { lastHour: shown(traffic.lastHour()), sinceStart: shown(traffic.sinceStart()) },
        counts: await contentCounts(db),
        streams: openStreams(),
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
