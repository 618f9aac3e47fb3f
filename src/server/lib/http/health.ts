import * as z from 'zod/mini'
import { newestMigrationOf } from '#server/lib/db/newest-migration.ts'
import { contract } from '#shared/endpoint.ts'
import { Refused } from './refuse.ts'
import { type Serving, serve } from './serve.ts'

const health = contract({
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Check that the server and its database respond and are compatible.',
    description: 'For monitoring: fails if the database doesn’t respond or a newer server has migrated it.',
    reply: z.object({ status: z.literal('ok') }),
  },
})

/** `newestMigration` is the creation time of this server's newest migration. If the database has a newer one, the server is unhealthy. */
export const answerHealth = (serving: Serving, newestMigration: number): void =>
  serve(serving, health, {
    // Anyone may call this.
    health: async ({ db }) => {
      if ((await newestMigrationOf(db)) > newestMigration)
        throw new Refused('unavailable', 'A newer Firstbell has migrated the database. Upgrade this server, too.')
      return { status: 'ok' } as const
    },
  })
