/**
 * What one person, or one network, may ask of the server at a time.
 *
 * 1. Calls a minute: of a person over all their devices; of a network where nobody is signed in. Files and pages are
 *    not counted: a school of 300 shares one address, and each cold start of the planner asks for two dozen of them.
 * 2. Bytes sent: what has to be parsed and cleaned costs by its length.
 * 3. Calls under way: a reply that nobody reads is memory. Streams that pages follow are counted apart, so that no number of open
 *    pages keeps a person from making a call. A connection is closed when its client has moved nothing for the
 *    server's `connectionTimeout`. While the server works on an answer, the client waits as long as it likes.
 *
 * The limits of calls and bytes grow with the first, which an operator sets.
 */
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { makeBuckets } from '#server/lib/limits/buckets.ts'
import { networkOf } from './network.ts'
import { Refused } from './refuse.ts'

/** What goes with so many calls a minute of one person. */
const USUAL = {
  callsPerMinute: 1200,
  /** Somebody who is not signed in is a network: a school at first bell. */
  callsPerMinuteOfNetwork: 3000,
  /** Kilobytes: a term of templates at once, then a crowded day every 12 seconds. */
  sent: { burst: 32 * 1024, perHour: 600 * 1024 },
  /** A browser makes up to six calls at once, and a person may have three or four open. */
  underWay: 24,
  /** A browser has one for all its tabs, or one for each where it has no locks. */
  streams: 24,
}
/** Milliseconds that the client has to read a reply in, so that one that reads a byte at a time can't hold memory for hours. */
const READ_MS = 120_000
/** Milliseconds after which a stream of events ends, and its page opens the next one. A file has no deadline. */
const STREAM_MS = 15 * 60_000

const isCall = (request: FastifyRequest): boolean => request.routeOptions.config.access !== undefined

/** Bytes that a call brings, as it says; one that does not say counts as the most that it may bring. */
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
    throw new Refused('too_many', 'That is a lot at once. Wait a moment and try again.', { retryAfter: 30 })
  })
}

/** Whether a page follows what happens by this call, for as long as it is open. */
const isFollowing = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.call?.endpoint.stream !== undefined && config.call.endpoint.isPassive === true

const limitCallsUnderWay = (app: FastifyInstance, most: number, isCounted: (request: FastifyRequest) => boolean): void => {
  const underWay = new Map<string, number>()
  app.addHook('preParsing', async (request, reply) => {
    const who = request.actor?.userId
    if (who === undefined || !isCounted(request)) return
    const count = underWay.get(who) ?? 0
    if (count >= most) throw new Refused('too_many', 'Too much at once. Wait a moment and try again.', { retryAfter: 1 })
    underWay.set(who, count + 1)
    // Not Fastify's onResponse: that does not come for a caller who leaves before the end.
    finished(reply.raw, () => {
      const left = (underWay.get(who) ?? 1) - 1
      if (left > 0) underWay.set(who, left)
      else underWay.delete(who)
    })
  })
}

/** Replaces Node's handling of idle connections, which also closes those whose client waits for the server. */
const closeIdleConnections = (app: FastifyInstance): void => {
  const atWork = new WeakSet<Socket>()
  // The body is there: from here on it is the server's turn.
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

/** Guards every call; register it before the routes. */
export const requireFairUse = async (
  app: FastifyInstance,
  { callsPerMinute, clock }: { callsPerMinute: number; clock: () => Date },
): Promise<void> => {
  const factor = callsPerMinute / USUAL.callsPerMinute
  await app.register(rateLimit, {
    max: (request) => (request.actor ? callsPerMinute : Math.ceil(factor * USUAL.callsPerMinuteOfNetwork)),
    timeWindow: 60_000,
    // After the caller is known: a token that was made up counts for nobody.
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
