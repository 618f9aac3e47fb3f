import { type Serving, serve } from '#server/lib/http/serve.ts'
import { live } from '#shared/live/contract.ts'
import type { Live } from './actions.ts'

export const liveRoutes = (serving: Serving, { follow, versions }: Live): void =>
  serve(serving, live, {
    changes: async ({ actor, signal }) => follow(actor, signal),
    versions: ({ actor }) => versions(actor.userId),
  })
