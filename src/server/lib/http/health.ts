import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/lib/db/client.ts'
import { ping } from '#server/lib/db/ping.ts'

const description = { summary: 'Whether the server and its database answer.', tags: ['health'] }

/** `GET /api/health`: 200 while the database answers, else 503; for whoever watches the server. */
export const answerHealth = (app: FastifyInstance, db: Db): void => {
  app.get('/api/health', { config: { access: 'public' }, schema: description }, async () => {
    await ping(db)
    return { status: 'ok' }
  })
}
