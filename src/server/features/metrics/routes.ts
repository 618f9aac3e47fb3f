import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refused } from '#server/lib/http/refuse.ts'
import { type MetricsDeps, makeMetrics } from './actions.ts'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Answers Prometheus at `/metrics` if it sends the token. Without a token, there is no such page, and nothing is counted. */
export const metricsRoutes = (app: FastifyInstance, token: string | undefined, deps: MetricsDeps): void => {
  if (token === undefined) return
  const metrics = makeMetrics(deps)
  app.addHook('onResponse', async ({ method, routeOptions: { config } }, { statusCode: status, elapsedTime }) => {
    if (config.call === undefined) return
    metrics.count({ call: config.call.name, method, status, seconds: config.isLong ? undefined : elapsedTime / 1000 })
  })
  const expected = hashOf(`Bearer ${token}`)
  app.get('/metrics', { exposeHeadRoute: false }, async ({ headers }, reply) => {
    if (!timingSafeEqual(expected, hashOf(headers.authorization ?? ''))) throw new Refused('not_signed_in')
    return reply.type(metrics.contentType).send(await metrics.read())
  })
}
