import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from './tracing.ts'

/**
 * Traces the calls of contracts. Register it before everything that queries the database.
 *
 * 1. Live streams aren't traced, because they last as long as a page is open.
 * 2. Callers' `traceparent` is ignored. Anyone can send it, and proxies pass it on: it would let strangers decide which calls are recorded,
 *    and write into other traces. A proxy's request id is in the trace.
 */
export const traceCalls = (app: FastifyInstance, tracing: Tracing): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, routeOptions } = request
    const { call } = routeOptions.config
    if (!call || call.endpoint.stream) return done()
    const span = tracing.startCall({ name: call.name, method, route: call.endpoint.path, requestId: id })
    spans.set(request, span)
    span.run(done)
  })
  app.addHook('onResponse', async (request, reply) => spans.get(request)?.end(reply.statusCode))
}
