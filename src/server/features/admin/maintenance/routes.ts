import type { FastifyInstance } from 'fastify'
import { isHeldBack, Refused } from '#server/lib/http/refuse.ts'
import { type Clock, type Serving, serve } from '#server/lib/http/serve.ts'
import { maintenance } from '#shared/admin/maintenance/contract.ts'
import type { MaintenanceMode } from './actions.ts'

/** Seconds after which a save is tried again at the latest: Maintenance Mode may be ended before its time. */
const RETRY_S = 60

/** Returns what somebody is told who would change something while Maintenance Mode is on; undefined where it is off. */
export const refusalNow = async ({ current }: Pick<MaintenanceMode, 'current'>, clock: Clock): Promise<Refused | undefined> => {
  const on = await current()
  if (!on) return undefined
  const left = Math.ceil((Date.parse(on.until) - clock().getTime()) / 1000)
  return new Refused('in_maintenance', on.words, { retryAfter: Math.max(1, Math.min(left, RETRY_S)) })
}

/** Refuses what would change something while Maintenance Mode is on; register it before the routes. */
export const holdBackWrites = (app: FastifyInstance, mode: MaintenanceMode, clock: Clock): void => {
  // After the caller is known and before the body is read.
  app.addHook('preParsing', async ({ routeOptions }) => {
    const { call } = routeOptions.config
    if (!call || !isHeldBack(call.endpoint)) return
    const refusal = await refusalNow(mode, clock)
    if (refusal) throw refusal
  })
}

export const maintenanceRoutes = (serving: Serving, { current, begin, end }: MaintenanceMode): void =>
  serve(serving, maintenance, {
    maintenance: async () => ({ maintenance: await current() }),
    beginMaintenance: async ({ actor, body }) => {
      await begin(body, actor.userId)
      return { maintenance: await current() }
    },
    endMaintenance: async ({ actor }) => {
      await end(actor.userId)
      return { maintenance: await current() }
    },
  })
