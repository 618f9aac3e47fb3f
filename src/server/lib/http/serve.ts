import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Db } from '#server/lib/db/client.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import type { Limit } from '#server/lib/limits/buckets.ts'
import type { SharedLimits } from '#server/lib/limits/shared-limits.ts'
import { type Access, type Contract, type DownloadLink, type Endpoint, isLinked, type Received } from '#shared/endpoint.ts'
import type { Refusal } from '#shared/errors.ts'
import { type Answer, JSON_TYPE, sendAnswer, signalsOf } from './answers.ts'
import { networkOf } from './network.ts'
import { Refused, refusalsOf } from './refuse.ts'

/** The authenticated caller, read from the database for each request. */
export type Actor = {
  userId: string
  /** The user's own calendar. */
  calendarId: string
  sessionId: string
  mayWrite: boolean
  /** True if the user proved their identity in this session within the last five minutes. Always true for guests. */
  isProven: boolean
  /** True if the user is trying out Firstbell without an email address. Guests can't send mail, invite users, use AI or buy anything. */
  isGuest: boolean
  /** True for platform admins. */
  isAdmin: boolean
  /** The school that the user belongs to. */
  school: { id: string; calendarId: string; isAdministrator: boolean } | null
}

/** Returns the current time. Injected so that tests can change it. */
export type Clock = () => Date

/** A call that returns a file. Opening its link runs the call again, with a new permission check. */
export type FileCall = {
  /** Throws the call's refusal if the user isn't allowed to make the call. */
  admit: (actor: Actor) => void
  send: (request: FastifyRequest, reply: FastifyReply, given: Pick<RequestParts, 'params' | 'query' | 'actor'>) => Promise<unknown>
}

/** Lets browsers download files through links (features/export/links). */
export type Downloads = {
  /** Registers a call's file so that links can open it. */
  offer: (call: string, file: FileCall) => void
  /** Creates a link that opens a call's file. */
  link: (call: string, given: { actor: Actor; params: unknown; query: unknown }) => Promise<DownloadLink>
}

/**
 * Runs a call, but only once for each `Idempotency-Key` of its caller (features/idempotency). Returns the handler's result, or the first one
 * again. Throws `malformed`, `key_reused`, `still_running`, `outcome_unknown` or `already_done`.
 */
export type Once = (
  call: { name: string; endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply },
  run: () => Promise<unknown>,
) => Promise<unknown>

/** The parts of a request that its handler receives. */
type RequestParts = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'actor'>

export type Serving = {
  app: FastifyInstance
  db: Db
  services: Services
  clock: Clock
  limits: SharedLimits
  /**
   * Returns the actor for a bearer token sent from this network, or undefined if the token is unknown or its session has ended. Counts as
   * session activity unless `isPassive`.
   */
  identify: (token: string, network: string, use?: { isPassive: boolean }) => Promise<Actor | undefined>
  downloads: Downloads
  once: Once
}

type Call<E extends Endpoint> = Received<E> & {
  db: Db
  services: Services
  now: Date
  request: FastifyRequest
  reply: FastifyReply
} & (E['access'] extends 'public' ? unknown : { actor: Actor }) &
  // Sets the response status to 201.
  (E extends { answers: readonly [200, 201] } ? { created: () => void } : unknown) &
  (E extends { raw: true } ? { body: Buffer } : unknown) &
  // For streams. Aborted when the client disconnects or the server stops.
  (E extends { stream: string } ? { signal: AbortSignal } : unknown)

/** Handlers for the calls of a contract. The handlers for a large contract are combined from several files. */
export type Handlers<C extends Contract> = { [K in keyof C]: (call: Call<C[K]>) => Promise<Answer<C[K]>> }

/**
 * Maximum body size in bytes: for anonymous callers, for signed-in callers, for lessons, for a file to import, and for raw bodies from other
 * services.
 */
const BODY_BYTES = { public: 8 * 1024, usual: 64 * 1024, lessons: 2 * 1024 * 1024, import: 7 * 1024 * 1024, raw: 512 * 1024 }

const bodyLimitOf = ({ access, holdsLessons, holdsReport, holdsImport, raw }: Endpoint): number => {
  if (raw) return BODY_BYTES.raw
  if (holdsImport) return BODY_BYTES.import
  if (holdsLessons) return BODY_BYTES.lessons
  return access === 'public' && !holdsReport ? BODY_BYTES.public : BODY_BYTES.usual
}

/** Returns a request's bearer token. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]

const permit = (access: Access, { mayWrite, isAdmin, school }: Actor): void => {
  if (access === 'subscriber' && !mayWrite) throw new Refused('subscription_needed')
  // School admins may edit school entries regardless of their own plan. The calendar's policy checks who owns the calendar.
  if (access === 'editor' && !mayWrite && !school?.isAdministrator) throw new Refused('subscription_needed')
  if (access === 'platformAdministrator' && !isAdmin) throw new Refused('not_allowed')
  // Platform admins can't see any school.
  if (access !== 'schoolAdministrator') return
  if (isAdmin) throw new Refused('not_found')
  if (!school?.isAdministrator) throw new Refused('not_allowed')
}

/** Returns an endpoint's own limit, if all servers share it. */
const sharedLimitOf = ({ protects, perMinute, perHour }: Endpoint): Limit | undefined => {
  if (protects === undefined) return undefined
  if (perMinute !== undefined) return { burst: perMinute, perHour: perMinute * 60 }
  return perHour === undefined ? undefined : { burst: perHour, perHour }
}

/** Returns an endpoint's own limit, if each server counts its own calls. */
const ownLimitOf = ({ protects, perMinute, perHour }: Endpoint) => {
  if (protects !== undefined) return {}
  if (perMinute !== undefined) return { rateLimit: { max: perMinute } }
  return perHour === undefined ? {} : { rateLimit: { max: perHour, timeWindow: 60 * 60_000 } }
}

/** Verifies that the caller is the account's owner rather than someone with a stolen session. Throws `proof_needed`. */
export const requireProven = ({ isProven }: Pick<Actor, 'isProven'>): void => {
  if (!isProven) throw new Refused('proof_needed')
}

/**
 * Binds every endpoint of a contract to its handler. A missing handler is a type error. Authenticates and authorizes the caller before
 * validating the body, so that unauthorized callers learn nothing from validation messages.
 */
export const serve = <const C extends Contract>(
  { app, db, services, clock, limits, identify, downloads, once }: Serving,
  contract: C,
  handlers: Handlers<C>,
): void => {
  const signalOf = signalsOf(app)
  for (const [name, endpoint] of Object.entries(contract)) {
    const { access, file, stream, needsProof, checksFirst, isPassive = false, answers = [200] } = endpoint
    const answer = async (request: FastifyRequest, reply: FastifyReply, { params, query, body, actor }: Partial<RequestParts>) => {
      reply.code(answers[0])
      const created = () => void reply.code(201)
      const call = { db, services, now: clock(), request, reply, created, params, query, body, actor }
      const more = { ...(endpoint.raw && { body: body ?? Buffer.alloc(0) }), ...(stream && { signal: signalOf(reply) }) }
      return handlers[name as keyof C]({ ...call, ...more } as never)
    }
    const send = async (request: FastifyRequest, reply: FastifyReply, given: Partial<RequestParts>) =>
      sendAnswer(endpoint, await once({ name, endpoint, request, reply }, () => answer(request, reply, given)), { reply, services })
    const limit = sharedLimitOf(endpoint)
    if (isLinked(endpoint) && endpoint.body) throw new Error(`${name} returns a file, but download links can't keep a body`)
    if (isLinked(endpoint)) downloads.offer(name, { admit: (actor) => permit(access, actor), send })
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      // A HEAD request would do all the work of the GET and discard the result.
      exposeHeadRoute: false,
      // Compression would buffer the events.
      ...(stream && { compress: false }),
      config: {
        access,
        call: { name, endpoint, refusals: refusalsOf(endpoint) },
        isLong: file !== undefined || stream !== undefined,
        ...ownLimitOf(endpoint),
      },
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: endpoint.redirect ? {} : Object.fromEntries(answers.map((status) => [status, endpoint.reply])),
      },
      onRequest: async (request) => {
        if (access === 'public') return
        const token = bearerOf(request)
        const actor = token === undefined ? undefined : await identify(token, networkOf(request.ip), { isPassive })
        if (!actor) throw new Refused('not_signed_in')
        // First, so that the log names the user of a refused call.
        request.actor = actor
        permit(access, actor)
        if (needsProof) requireProven(actor)
      },
      ...(limit && {
        preParsing: async ({ actor, ip }: FastifyRequest) =>
          limits.require(db, { key: `call ${actor?.userId ?? networkOf(ip)} ${name}`, limit, cost: 1 }, clock()),
      }),
      handler: async (request, reply) => {
        const { params, query, actor } = request
        if (!actor || !isLinked(endpoint) || request.headers['prefer'] !== 'link') return send(request, reply, request)
        if (checksFirst) await answer(request, reply, request)
        return reply.type(JSON_TYPE).send(JSON.stringify(await downloads.link(name, { actor, params, query })))
      },
    }
    if (endpoint.raw) takeBytes(app, route)
    else app.route(route)
  }
}

/** Adds a route that receives its body as raw bytes, regardless of the content type. A separate scope keeps the other routes' parsers. */
const takeBytes = (app: FastifyInstance, route: RouteOptions): void => {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.route(route)
    done()
  })
}

/**
 * Prevents the server from starting if an API route doesn't declare its access, or if two calls have the same name. Routes under `openPath`
 * belong to a plugin, which can't declare access, and are public.
 */
export const requireAccess = (app: FastifyInstance, openPath: string): void => {
  app.decorate('routes', [])
  app.addHook('onRoute', (route) => {
    const { url, method, config } = route
    const isOpen = url === openPath || url.startsWith(`${openPath}/`)
    if (/^\/(?:api|s\/:token\/)/.test(url) && !isOpen && config?.access === undefined)
      throw new Error(`${String(method)} ${url} has no access policy`)
    const name = config?.call?.name
    // Clients generated from the document identify each call by its name.
    if (name !== undefined && app.routes.some((other) => other.config?.call?.name === name))
      throw new Error(`Two calls are named ${name}. Give one a more specific name.`)
    app.routes.push(route)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route of the server. */
    routes: RouteOptions[]
  }
  interface FastifyContextConfig {
    /** Set for API calls, but not for pages and files. */
    access?: Access
    /** A call described by a contract: its name in the contract, and every refusal it can return. */
    call?: { name: string; endpoint: Endpoint; refusals: readonly Refusal[] }
    /** True if the response is a file or a stream of any length. */
    isLong?: boolean
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}

/** The response for calls that return no data. */
export const DONE = { success: true } as const
