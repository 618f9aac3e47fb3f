/** The values that a handler may return, and how each kind is sent. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#server/lib/integrations/integrations.ts'
import { JsonPieces } from '#server/lib/json/pieces.ts'
import type { Endpoint, JsonText, OutsideSite, Reply } from '#shared/endpoint.ts'
import { DOCUMENT_POLICY } from './headers.ts'
import { locationOf, type Redirect } from './redirect.ts'

/**
 * A file to send. `name` is the download's file name. `type` is its content type, if the contract doesn't know it. `content` may be a function
 * that makes it, which isn't called if only a link to the file is wanted.
 */
export type SentFile = { name: string; type?: string; content: Readable | (() => Promise<Readable>) }

/**
 * A handler's return value, depending on its contract: a redirect, a file, or a stream's events as they happen. Otherwise, the response
 * itself, or its JSON (complete or in pieces), which is sent as is, without validation.
 */
export type Answer<E extends Endpoint> = E extends { redirect: readonly (infer Site extends OutsideSite)[] }
  ? Redirect<Site>
  : E extends { file: string }
    ? SentFile
    : E extends { stream: string }
      ? AsyncIterable<Reply<E>>
      : Reply<E> | JsonText<Reply<E>> | JsonPieces<Reply<E>>

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns the payload that Fastify should send for a handler's return value, and sets the matching headers. */
export const sendAnswer = async (endpoint: Endpoint, answer: unknown, { reply, services }: { reply: FastifyReply; services: Services }) => {
  const { document, file, redirect, stream } = endpoint
  if (redirect) return reply.redirect(locationOf(answer as Redirect, services), 303)
  if (stream) return sendEvents(reply, answer as AsyncIterable<object>, stream)
  if (file) {
    const { name, type = file.startsWith('text/') ? `${file}; charset=utf-8` : file, content } = answer as SentFile
    const made = typeof content === 'function' ? await content() : content
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    return made
  }
  if (document) reply.type(`${document}; charset=utf-8`).header('content-security-policy', DOCUMENT_POLICY)
  else if (typeof answer === 'string') reply.type(JSON_TYPE)
  else if (answer instanceof JsonPieces) {
    reply.type(JSON_TYPE)
    return Readable.from(answer.pieces, { objectMode: false })
  }
  return answer
}

/** Sends each event when it happens, with only the fields listed in the contract. */
const sendEvents = (reply: FastifyReply, events: AsyncIterable<object>, type: string): Readable => {
  const json = reply.getSerializationFunction('200') as (event: object) => string
  async function* written() {
    for await (const event of events) yield `data: ${json(event)}\n\n`
  }
  // Stops nginx and similar proxies from buffering events.
  reply.type(`${type}; charset=utf-8`).header('x-accel-buffering', 'no')
  return Readable.from(written(), { objectMode: false })
}

/**
 * Returns a function that creates a stream's signal. The signal is aborted when the client disconnects or the server stops. While the server
 * stops, calls that it received before still begin: a stream's signal is then aborted from the start, because it would never end.
 */
export const signalsOf = (app: FastifyInstance): ((reply: FastifyReply) => AbortSignal) => {
  const open = new Set<AbortController>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    for (const stream of open) stream.abort()
  })
  return (reply) => {
    const stream = new AbortController()
    if (isStopping) stream.abort()
    open.add(stream)
    reply.raw.once('close', () => {
      open.delete(stream)
      stream.abort()
    })
    return stream.signal
  }
}
