import * as z from 'zod/mini'
import { ping } from '#server/lib/db/ping.ts'
import { contract } from '#shared/endpoint.ts'
import { type Serving, serve } from './serve.ts'

const health = contract({
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the server and its database answer; for monitoring.',
    reply: z.object({ status: z.literal('ok') }),
  },
})

export const answerHealth = (serving: Serving): void =>
  serve(serving, health, {
    health: async ({ db }) => {
      await ping(db)
      return { status: 'ok' } as const
    },
  })
