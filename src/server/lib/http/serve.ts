import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Db } from '#server/lib/db/client.ts'
import type { Services } from '#server/lib/outside/world.ts'
import { type Access, type Contract, type DownloadLink, type Endpoint, isLinked, type Received } from '#shared/endpoint.ts'
import type { Refusal } from '#shared/errors.ts'
import { type Answer, JSON_TYPE, sendAnswer, signalsOf } from './answers.ts'
import { networkOf } from './network.ts'
import { Refused, refusalsOf } from './refuse.ts'

/** Who makes a call, read from the database for each request. */
export type Actor = {
  userId: string
  /** The person's own calendar. */
  calendarId: string
  sessionId: string
  mayWrite: boolean
  /** They proved their identity in this session within the last five minutes. A guest's session is proof by itself. */
  isProven: boolean
  /** They are trying Firstbell and have no e-mail address: they send no mail, invite nobody, use no AI and buy nothing. */
  isGuest: boolean
  /** They look after the platform. */
  isAdmin: boolean
  /** The school that they have joined. */
  school: { id: string; calendarId: string; isAdministrator: boolean } | null
}

/** The current instant; injected so that tests can move it. */
export type Clock = () => Date

/** A call that answers a file, made again when its link is followed. Whether the person may make it is checked again then. */
export type FileCall = {
  /** Throws what the call refuses to a person who is not allowed it. */
  admit: (actor: Actor) => void
  send: (request: FastifyRequest, reply: FastifyReply, given: Pick<Parts, 'params' | 'actor'>) => Promise<unknown>
}

/** How browsers download files by links (features/export/links). */
export type Downloads = {
  /** Says what the links of a call open. */
  offer: (call: string, file: FileCall) => void
  /** Makes a link that opens the file of a call. */
  link: (call: string, given: { actor: Actor; params: unknown }) => Promise<DownloadLink>
}

/** What a request brings to its handler. */
type Parts = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'actor'>

export type Serving = {
  app: FastifyInstance
  db: Db
  services: Services
  clock: Clock
  /**
   * Returns the actor of a bearer token that was sent from this network, or undefined if the token is unknown or its session
   * has ended. Counts as a use of the session unless `isPassive`.
   */
  identify: (token: string, network: string, use?: { isPassive: boolean }) => Promise<Actor | undefined>
  downloads: Downloads
}

type Call<E extends Endpoint> = Received<E> & {
  db: Db
  services: Services
  now: Date
  request: FastifyRequest
  reply: FastifyReply
} & (E['access'] extends 'public' ? unknown : { actor: Actor }) &
  // Makes the answer a 201.
  (E extends { answers: readonly [200, 201] } ? { created: () => void } : unknown) &
  (E extends { raw: true } ? { body: Buffer } : unknown) &
  // Of a stream: aborted when its reader has gone, and when the server stops.
  (E extends { stream: string } ? { signal: AbortSignal } : unknown)

/** What answers the calls of a contract; a large one is put together from several. */
export type Handlers<C extends Contract> = { [K in keyof C]: (call: Call<C[K]>) => Promise<Answer<C[K]>> }

/** Bytes of a body: of a stranger, of someone who is signed in, where it holds lessons, and as another service sends it. */
const BODY_BYTES = { public: 8 * 1024, usual: 64 * 1024, lessons: 2 * 1024 * 1024, raw: 512 * 1024 }

const bodyLimitOf = ({ access, holdsLessons, raw }: Endpoint): number =>
  raw ? BODY_BYTES.raw : holdsLessons ? BODY_BYTES.lessons : access === 'public' ? BODY_BYTES.public : BODY_BYTES.usual

/** Returns the token that a call carries. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]

const permit = (access: Access, { mayWrite, isAdmin, school }: Actor): void => {
  if (access === 'subscriber' && !mayWrite) throw new Refused('subscription_needed')
  // An administrator's own plan does not stop the school's entries. Whose calendar it is, the calendar's policy decides.
  if (access === 'editor' && !mayWrite && !school?.isAdministrator) throw new Refused('subscription_needed')
  if (access === 'platformAdministrator' && !isAdmin) throw new Refused('not_allowed')
  // To who looks after the platform no school is there.
  if (access !== 'schoolAdministrator') return
  if (isAdmin) throw new Refused('not_found')
  if (!school?.isAdministrator) throw new Refused('not_allowed')
}

/** Makes sure that it is the person who calls, and not somebody with their session. Throws `proof_needed`. */
export const requireProven = ({ isProven }: Pick<Actor, 'isProven'>): void => {
  if (!isProven) throw new Refused('proof_needed')
}

/**
 * Binds every endpoint of a contract to its handler; a missing handler is a type error. The call is identified and
 * permitted before its body is looked at, so a stranger learns nothing from a validation message.
 */
export const serve = <const C extends Contract>(
  { app, db, services, clock, identify, downloads }: Serving,
  contract: C,
  handlers: Handlers<C>,
): void => {
  const signalOf = signalsOf(app)
  for (const [name, endpoint] of Object.entries(contract)) {
    const { access, file, stream, needsProof, isPassive = false, answers = [200] } = endpoint
    const send = async (request: FastifyRequest, reply: FastifyReply, { params, query, body, actor }: Partial<Parts>) => {
      reply.code(answers[0])
      const created = () => void reply.code(201)
      const call = { db, services, now: clock(), request, reply, created, params, query, body, actor }
      const more = { ...(endpoint.raw && { body: body ?? Buffer.alloc(0) }), ...(stream && { signal: signalOf(reply) }) }
      return sendAnswer(endpoint, await handlers[name as keyof C]({ ...call, ...more } as never), { reply, services })
    }
    if (isLinked(endpoint) && (endpoint.query ?? endpoint.body)) throw new Error(`${name} has a file: a link keeps no query and no body`)
    if (isLinked(endpoint)) downloads.offer(name, { admit: (actor) => permit(access, actor), send })
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      // A HEAD would do all the work of the GET and throw it away.
      exposeHeadRoute: false,
      // What is compressed waits for more of it.
      ...(stream && { compress: false }),
      config: {
        access,
        call: { name, endpoint, refusals: refusalsOf(endpoint) },
        isLong: file !== undefined || stream !== undefined,
        ...(endpoint.perMinute && { rateLimit: { max: endpoint.perMinute } }),
        ...(endpoint.perHour && { rateLimit: { max: endpoint.perHour, timeWindow: 60 * 60_000 } }),
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
        permit(access, actor)
        if (needsProof) requireProven(actor)
        request.actor = actor
      },
      handler: async (request, reply) => {
        const { params, actor } = request
        if (!actor || !isLinked(endpoint) || request.headers['prefer'] !== 'link') return send(request, reply, request)
        return reply.type(JSON_TYPE).send(JSON.stringify(await downloads.link(name, { actor, params })))
      },
    }
    if (endpoint.raw) takeBytes(app, route)
    else app.route(route)
  }
}

/** Adds a route whose body is handed over as it came, whatever its type; a scope of its own keeps the other routes' parsers. */
const takeBytes = (app: FastifyInstance, route: RouteOptions): void => {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.route(route)
    done()
  })
}

/**
 * Refuses to let the server start when a route of the API says nothing of who may call it, or has the name of another. What
 * stands below `openPath` is a library's, which cannot say who, and public.
 */
export const requireAccess = (app: FastifyInstance, openPath: string): void => {
  app.decorate('routes', [])
  app.addHook('onRoute', (route) => {
    const { url, method, config } = route
    const isOpen = url === openPath || url.startsWith(`${openPath}/`)
    if (url.startsWith('/api') && !isOpen && config?.access === undefined) throw new Error(`${String(method)} ${url} has no access policy`)
    const name = config?.call?.name
    // A client made from the document calls each by its name.
    if (name !== undefined && app.routes.some((other) => other.config?.call?.name === name))
      throw new Error(`Two calls are named ${name}: name one more exactly`)
    app.routes.push(route)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the server, as it was registered. */
    routes: RouteOptions[]
  }
  interface FastifyContextConfig {
    /** Of a call of the API; a page or a file has none. */
    access?: Access
    /** A call that a contract describes: its name there, and all that it can refuse. */
    call?: { name: string; endpoint: Endpoint; refusals: readonly Refusal[] }
    /** The reply is a file or a stream of any length. */
    isLong?: boolean
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}
