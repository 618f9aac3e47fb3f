/**
 * Limits how much one user or one network may use the server.
 *
 * 1. Calls per minute: per user across all of their devices, or per network if the caller isn't signed in. Files and pages aren't counted,
 *    because a school of 300 shares one IP address, and each cold start of the planner requests two dozen files.
 * 2. Bytes sent by the client, because the cost of parsing and sanitizing grows with the length.
 * 3. Concurrent calls, because unread responses hold memory. Streams that pages follow are counted separately, so that open pages never
 *    prevent a user from making a call. A connection is closed once its client hasn't transferred any bytes for the server's
 *    `connectionTimeout`. While the server works on a response, the client may wait indefinitely.
 *
 * The limits on calls and bytes scale with the calls per minute, which operators can configure.
 */
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { makeBuckets } from '#server/lib/limits/buckets.ts'
import { networkOf } from './network.ts'
import { Refused } from './refuse.ts'

/** Limits that apply at this number of calls per minute per user. */
const USUAL = {
  callsPerMinute: 1200,
  /** Anonymous callers are counted by network. A network may be a whole school in the morning. */
  callsPerMinuteOfNetwork: 3000,
  /** In kilobytes. Allows a term's worth of templates at once, then a crowded day every 12 seconds. */
  sent: { burst: 32 * 1024, perHour: 600 * 1024 },
  /** A browser makes up to six concurrent calls, and a user may have three or four browsers open. */
  underWay: 24,
  /** A browser shares one stream among its tabs, or uses one stream per tab if it doesn't support locks. */
  streams: 24,
}
/** Milliseconds that a client has to read a response. Otherwise, a client that reads a byte at a time could hold memory for hours. */
const READ_MS = 120_000
/** Milliseconds until an event stream ends. The page then opens a new stream. Files don't have a deadline. */
const STREAM_MS = 15 * 60_000

const isCall = (request: FastifyRequest): boolean => request.routeOptions.config.access !== undefined

/** Returns the declared size of a request body in bytes, or the maximum allowed size if the body is chunked. */
const bytesOf = (request: FastifyRequest): number => {
  const { headers, routeOptions } = request
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Number(headers['content-length'] ?? 0) || 0
}

const limitBytes = (app: FastifyInstance, factor: number, clock: () => Date): void => {
  const sent = makeBuckets({ burst: factor * USUAL.sent.burst, perHour: factor * USUAL.sent.perHour })
  app.addHook('preParsing', async (request) => {
    const kilobytes = bytesOf(request) / 1024
    const who = request.actor?.userId
    if (who === undefined || kilobytes < 1 || sent.take(who, clock(), kilobytes)) return
    throw new Refused('too_many', 'That’s a lot at once. Wait a moment, then try again.', { retryAfter: 30 })
  })
}

/** True if a page keeps this call open to receive events. */
const isFollowing = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.call?.endpoint.stream !== undefined && config.call.endpoint.isPassive === true

const limitCallsUnderWay = (app: FastifyInstance, most: number, isCounted: (request: FastifyRequest) => boolean): void => {
  const underWay = new Map<string, number>()
  app.addHook('preParsing', async (request, reply) => {
    const who = request.actor?.userId
    if (who === undefined || !isCounted(request)) return
    const count = underWay.get(who) ?? 0
    if (count >= most) throw new Refused('too_many', 'That’s a lot at once. Wait a moment, then try again.', { retryAfter: 1 })
    underWay.set(who, count + 1)
    // Fastify doesn't call onResponse for clients that disconnect early.
    finished(reply.raw, () => {
      const left = (underWay.get(who) ?? 1) - 1
      if (left > 0) underWay.set(who, left)
      else underWay.delete(who)
    })
  })
}

/** Replaces Node's handling of idle connections, which would also close connections whose client is waiting for the server. */
const closeIdleConnections = (app: FastifyInstance): void => {
  const atWork = new WeakSet<Socket>()
  // The body has arrived, so the client is now waiting for the server.
  app.addHook('preValidation', async ({ raw: { socket } }, reply) => {
    atWork.add(socket)
    reply.raw.once('close', () => atWork.delete(socket))
  })
  app.server.on('timeout', (socket: Socket) => {
    const isRead = socket.writableLength === 0
    if (atWork.has(socket) && isRead) socket.setTimeout(app.server.timeout)
    else socket.destroy()
  })
}

const endOldReplies = (app: FastifyInstance): void => {
  app.addHook('onSend', async ({ routeOptions: { config } }, reply) => {
    const isStream = config.call?.endpoint.stream !== undefined
    if (config.isLong && !isStream) return
    const end = setTimeout(() => reply.raw.destroy(), isStream ? STREAM_MS : READ_MS).unref()
    reply.raw.once('close', () => clearTimeout(end))
  })
}

/** Applies the limits to every call. Register it before the routes. */
export const requireFairUse = async (
  app: FastifyInstance,
  { callsPerMinute, clock }: { callsPerMinute: number; clock: () => Date },
): Promise<void> => {
  const factor = callsPerMinute / USUAL.callsPerMinute
  await app.register(rateLimit, {
    max: (request) => (request.actor ? callsPerMinute : Math.ceil(factor * USUAL.callsPerMinuteOfNetwork)),
    timeWindow: 60_000,
    // Runs after authentication, so that an invalid token isn't counted as a user.
    hook: 'preParsing',
    allowList: (request) => !isCall(request),
    keyGenerator: (request) => request.actor?.userId ?? networkOf(request.ip),
    errorResponseBuilder: () => new Refused('too_many'),
  })
  limitBytes(app, factor, clock)
  limitCallsUnderWay(app, Math.ceil(factor * USUAL.underWay), (request) => !isFollowing(request))
  limitCallsUnderWay(app, Math.ceil(factor * USUAL.streams), isFollowing)
  closeIdleConnections(app)
  endOldReplies(app)
}
