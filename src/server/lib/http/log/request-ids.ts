/** Identifies each request in the log and to its client, uniquely across servers and restarts. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const HEADER = 'x-request-id'
/** Ids by proxies and clients that are safe to log. Others are replaced. */
const VALID = /^[\w.:-]{8,128}$/

/** Returns the request's `X-Request-Id` if it has a valid one, otherwise a random id. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const sent = headers[HEADER]
  return typeof sent === 'string' && VALID.test(sent) ? sent : randomUUID()
}

/** Sends each request's id with its response. Register it before everything that may refuse a request. */
export const sendRequestIds = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ id }, reply) => void reply.header(HEADER, id))
}
