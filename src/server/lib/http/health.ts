import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '#server/lib/db/client.ts'
import { APPLIED, type AppliedMigration, type Migration, refusingMigration } from '#server/lib/db/migration-list.ts'
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
    description: 'For monitoring: fails if the database doesn’t respond, or a newer server has migrated it without allowing this one.',
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

export type HealthDeps = {
  /** This version's migrations. If the database has one that doesn't allow this version, the server is unhealthy. */
  migrations: readonly Migration[] | undefined
  /** Returns true once the server is stopping. */
  isStopping: () => boolean
}

const OK = { status: 'ok' } as const

/** Answers the health checks. */
export const answerHealth = (serving: Serving, { migrations, isStopping }: HealthDeps): void => {
  const requireHealth = async (db: Db) => {
    const { rows } = await db.execute<AppliedMigration>(sql.raw(APPLIED))
    if (migrations && refusingMigration(rows, migrations))
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
