import { type Serving, serve } from '#server/lib/http/serve.ts'
import { live } from '#shared/live/contract.ts'
import type { Live } from './actions.ts'

export const liveRoutes = (serving: Serving, { follow, versions }: Live): void =>
  serve(serving, live, {
    // Anyone signed in may call this, with or without a plan.
    changes: async ({ actor, signal }) => follow(actor, signal),
    // Anyone signed in may call this, with or without a plan.
    versions: ({ actor }) => versions(actor.userId),
  })
