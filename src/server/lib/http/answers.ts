/** What a handler may return, and how each kind is sent. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { JsonPieces } from '#server/lib/json/pieces.ts'
import type { Services } from '#server/lib/outside/world.ts'
import type { Endpoint, JsonText, OutsideSite, Reply } from '#shared/endpoint.ts'
import { DOCUMENT_POLICY } from './headers.ts'
import { locationOf, type Redirect } from './redirect.ts'

/** A file on its way: `name` is what the browser's downloads call it. */
export type SentFile = { name: string; content: Readable }

/**
 * A handler returns what its contract says: where to go on to, a file, the events of a stream as they happen; else the
 * reply, or its JSON, whole or in pieces, which goes out as it is, unchecked.
 */
export type Answer<E extends Endpoint> = E extends { redirect: readonly (infer Site extends OutsideSite)[] }
  ? Redirect<Site>
  : E extends { file: string }
    ? SentFile
    : E extends { stream: string }
      ? AsyncIterable<Reply<E>>
      : Reply<E> | JsonText<Reply<E>> | JsonPieces<Reply<E>>

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns what Fastify is to send for an answer, and sets the headers that go with it. */
export const sendAnswer = (endpoint: Endpoint, answer: unknown, { reply, services }: { reply: FastifyReply; services: Services }) => {
  const { document, file, redirect, stream } = endpoint
  if (redirect) return reply.redirect(locationOf(answer as Redirect, services), 303)
  if (stream) return sendEvents(reply, answer as AsyncIterable<object>, stream)
  if (file) {
    const { name, content } = answer as SentFile
    reply.type(file).header('content-disposition', `attachment; filename="${name}"`)
    return content
  }
  if (document) reply.type(`${document}; charset=utf-8`).header('content-security-policy', DOCUMENT_POLICY)
  else if (typeof answer === 'string') reply.type(JSON_TYPE)
  else if (answer instanceof JsonPieces) {
    reply.type(JSON_TYPE)
    return Readable.from(answer.pieces, { objectMode: false })
  }
  return answer
}

/** Each event goes out when it happens, and holds nothing that the contract does not list. */
const sendEvents = (reply: FastifyReply, events: AsyncIterable<object>, type: string): Readable => {
  const json = reply.getSerializationFunction('200') as (event: object) => string
  async function* written() {
    for await (const event of events) yield `data: ${json(event)}\n\n`
  }
  // Proxies of nginx's kind would keep events until there are many.
  reply.type(`${type}; charset=utf-8`).header('x-accel-buffering', 'no')
  return Readable.from(written(), { objectMode: false })
}

/** Returns a function that makes the signal of a stream: aborted when its reader has gone, and when the server stops. */
export const signalsOf = (app: FastifyInstance): ((reply: FastifyReply) => AbortSignal) => {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.abort()
  })
  return (reply) => {
    const stream = new AbortController()
    open.add(stream)
    reply.raw.once('close', () => {
      open.delete(stream)
      stream.abort()
    })
    return stream.signal
  }
}
