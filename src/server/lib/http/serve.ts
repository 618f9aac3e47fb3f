import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/lib/db/client.ts'
import { JsonPieces } from '#server/lib/json/pieces.ts'
import type { Access, Contract, Endpoint, JsonText, Received, Reply } from '#shared/endpoint.ts'
import { DOCUMENT_POLICY } from './headers.ts'
import { networkOf } from './network.ts'
import { Refused } from './refuse.ts'

/** Whoever makes a call, read anew from the database for each request. */
export type Actor = {
  userId: string
  /** The person's own calendar. */
  calendarId: string
  sessionId: string
  mayWrite: boolean
}

/** The current instant; injected so that tests can move it. */
export type Clock = () => Date

export type Serving = {
  app: FastifyInstance
  db: Db
  clock: Clock
  /** Who holds this bearer token now, sent from this network; undefined for a token that is unknown or has ended. */
  identify: (token: string, network: string) => Promise<Actor | undefined>
}

type Call<E extends Endpoint> = Received<E> & {
  db: Db
  now: Date
  request: FastifyRequest
  reply: FastifyReply
  /** Makes the answer a 201. */
  created: () => void
} & (E['access'] extends 'public' ? unknown : { actor: Actor })

/** A file on its way: `name` is what the browser's downloads call it. */
export type SentFile = { name: string; content: Readable }

/** A handler answers the reply, or its JSON, whole or in pieces: that goes out as it is, unchecked. */
type Answer<E extends Endpoint> = E extends { file: string } ? SentFile : Reply<E> | JsonText<Reply<E>> | JsonPieces<Reply<E>>
type Handlers<C extends Contract> = { [K in keyof C]: (call: Call<C[K]>) => Promise<Answer<C[K]>> }

/** Bytes of a body: of a stranger, of someone who is signed in, and where it holds lessons. */
const BODY_BYTES = { public: 8 * 1024, usual: 64 * 1024, lessons: 2 * 1024 * 1024 }

const bodyLimitOf = ({ access, holdsLessons }: Endpoint): number =>
  holdsLessons ? BODY_BYTES.lessons : access === 'public' ? BODY_BYTES.public : BODY_BYTES.usual

const bearerOf = (request: FastifyRequest): string | undefined => /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]

const permit = (access: Exclude<Access, 'public'>, actor: Actor): void => {
  if (access === 'subscriber' && !actor.mayWrite) throw new Refused('subscription_needed')
}

/**
 * Binds every endpoint of a contract to its handler; a missing handler is a type error. The call is identified and
 * permitted before its body is looked at, so a stranger learns nothing from a validation message.
 */
export const serve = <const C extends Contract>({ app, db, clock, identify }: Serving, contract: C, handlers: Handlers<C>): void => {
  for (const [name, endpoint] of Object.entries(contract)) {
    const { access, document, file } = endpoint
    const produced = document ?? file
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      // A HEAD would do all the work of the GET and throw it away.
      exposeHeadRoute: false,
      config: { access, isFile: file !== undefined, ...(endpoint.perMinute && { rateLimit: { max: endpoint.perMinute } }) },
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.path.split('/')[2] ?? 'api'],
        ...(access === 'public' ? {} : { security: [{ bearer: [] }] }),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        ...(produced && { produces: [produced] }),
        response: { 200: endpoint.reply, 201: endpoint.reply },
      },
      onRequest: async (request) => {
        if (access === 'public') return
        const token = bearerOf(request)
        const actor = token === undefined ? undefined : await identify(token, networkOf(request.ip))
        if (!actor) throw new Refused('not_signed_in')
        permit(access, actor)
        request.actor = actor
      },
      handler: async (request, reply) => {
        const { params, query, body, actor } = request
        const created = () => void reply.code(201)
        const call = { db, now: clock(), request, reply, created, params, query, body, actor }
        const answer = await handlers[name as keyof C](call as never)
        if (file) {
          const { name, content } = answer as SentFile
          reply.type(file).header('content-disposition', `attachment; filename="${name}"`)
          return content
        }
        if (document) reply.type(`${document}; charset=utf-8`).header('content-security-policy', DOCUMENT_POLICY)
        else if (typeof answer === 'string') reply.type('application/json; charset=utf-8')
        else if (answer instanceof JsonPieces) {
          reply.type('application/json; charset=utf-8')
          return Readable.from(answer.pieces, { objectMode: false })
        }
        return answer
      },
    })
  }
}

/**
 * Refuses to let the server start when a route of the API says nothing of who may call it. What stands below
 * `openPath` is a library's, which cannot say it, and public.
 */
export const demandAccess = (app: FastifyInstance, openPath: string): void => {
  app.decorate('routes', [])
  app.addHook('onRoute', (route) => {
    const { url, method, config } = route
    const isOpen = url === openPath || url.startsWith(`${openPath}/`)
    if (url.startsWith('/api') && !isOpen && config?.access === undefined) throw new Error(`${String(method)} ${url} has no access policy`)
    app.routes.push(route)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All that the server answers to, as it was registered. */
    routes: RouteOptions[]
  }
  interface FastifyContextConfig {
    /** Of a call of the API; a page or a file has none. */
    access?: Access
    /** What it answers is a file, however long. */
    isFile?: boolean
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}
