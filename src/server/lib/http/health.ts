import * as z from 'zod/mini'
import type { Db } from '#server/lib/db/client.ts'
import { newestMigrationOf } from '#server/lib/db/newest-migration.ts'
import { contract } from '#shared/endpoint.ts'
import { Refused } from './refuse.ts'
import { type Serving, serve } from './serve.ts'

const reply = z.object({ status: z.literal('ok') })

const health = contract({
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Check that the server and its database respond and are compatible.',
    description: 'For monitoring: fails if the database doesn’t respond or a newer server has migrated it.',
    reply,
  },
  live: {
    method: 'GET',
    path: '/api/health/live',
    access: 'public',
    summary: 'Check that the server process responds.',
    description: 'For restarting a server that hangs: succeeds without the database, because a restart wouldn’t bring it back.',
    reply,
  },
  ready: {
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    summary: 'Check that the server can take calls.',
    description: 'For load balancers: fails when `/api/health` does, and while the server is stopping.',
    reply,
  },
})

type HealthDeps = {
  /** Creation time of this server's newest migration. If the database has a newer one, the server is unhealthy. */
  newestMigration: number
  /** Returns true once the server is stopping. */
  isStopping: () => boolean
}

const OK = { status: 'ok' } as const

/** Answers the health checks. */
export const answerHealth = (serving: Serving, { newestMigration, isStopping }: HealthDeps): void => {
  const requireHealth = async (db: Db) => {
    if ((await newestMigrationOf(db)) > newestMigration)
      throw new Refused('unavailable', 'A newer Firstbell has migrated the database. Upgrade this server, too.')
    return OK
  }
  serve(serving, health, {
    // Anyone may call this.
    health: ({ db }) => requireHealth(db),

    // Anyone may call this.
    live: async () => OK,

    // Anyone may call this.
    ready: ({ db }) => {
      if (isStopping()) throw new Refused('unavailable', 'This server is stopping.')
      return requireHealth(db)
    },
  })
}
