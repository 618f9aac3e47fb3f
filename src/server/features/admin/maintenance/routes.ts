import type { FastifyInstance } from 'fastify'
import { isHeldBack, Refused } from '#server/lib/http/refuse.ts'
import { type Clock, type Serving, serve } from '#server/lib/http/serve.ts'
import { maintenance } from '#shared/admin/maintenance/contract.ts'
import type { MaintenanceMode } from './actions.ts'

/** Upper limit for `Retry-After`, in seconds, because an admin may end Maintenance Mode early. */
const RETRY_S = 60

/** Returns the error for writes during Maintenance Mode, or undefined if Maintenance Mode is off. */
export const refusalNow = async ({ current }: Pick<MaintenanceMode, 'current'>, clock: Clock): Promise<Refused | undefined> => {
  const on = await current()
  if (!on) return undefined
  const left = Math.ceil((Date.parse(on.until) - clock().getTime()) / 1000)
  return new Refused('in_maintenance', on.words, { retryAfter: Math.max(1, Math.min(left, RETRY_S)) })
}

/** Refuses writes during Maintenance Mode. Call it before registering the routes. */
export const holdBackWrites = (app: FastifyInstance, mode: MaintenanceMode, clock: Clock): void => {
  // Runs after authentication and before the body is read.
  app.addHook('preParsing', async ({ routeOptions }) => {
    const { call } = routeOptions.config
    if (!call || !isHeldBack(call.endpoint)) return
    const refusal = await refusalNow(mode, clock)
    if (refusal) throw refusal
  })
}

export const maintenanceRoutes = (serving: Serving, { current, begin, end }: MaintenanceMode): void =>
  serve(serving, maintenance, {
    // Platform admins may call this.
    maintenance: async () => ({ maintenance: await current() }),
    // Platform admins may call this, after proving who they are.
    beginMaintenance: async ({ actor, body }) => {
      await begin(body, actor.userId)
      return { maintenance: await current() }
    },
    // Platform admins may call this, after proving who they are.
    endMaintenance: async ({ actor }) => {
      await end(actor.userId)
      return { maintenance: await current() }
    },
  })
