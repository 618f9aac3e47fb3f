import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const PACK = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof PACK

const encodingFor = ({ headers, method }: FastifyRequest): Encoding | undefined => {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (method !== 'GET') return undefined
  if (/\bbr\b(?!;q=0)/.test(accepted)) return 'br'
  return /\bgzip\b(?!;q=0)/.test(accepted) ? 'gzip' : undefined
}

/** Identifies a file regardless of how its URL was written, so the cache has at most one entry per file and encoding. */
const nameOf = ({ routeOptions }: FastifyRequest, reply: FastifyReply): string =>
  [routeOptions.url, reply.getHeader('etag'), reply.getHeader('content-type')].join(' ')

/** Compresses each response from a scope's routes once per encoding and caches the result. Use it only for content that never changes. */
export const packOnce = (app: FastifyInstance): void => {
  const packed = new Map<string, Promise<Buffer>>()
  app.addHook('onSend', async (request, reply, payload) => {
    const encoding = encodingFor(request)
    if (encoding === undefined || reply.statusCode !== 200) return payload
    const name = `${encoding} ${nameOf(request, reply)}`
    const kept = packed.get(name)
    if (kept && payload instanceof Readable) payload.destroy()
    const bytes = kept ?? bytesOf(payload).then(PACK[encoding])
    packed.set(name, bytes)
    bytes.catch(() => packed.delete(name))
    reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' }).removeHeader('content-length')
    return bytes
  })
}

const bytesOf = async (payload: unknown): Promise<Buffer> =>
  payload instanceof Readable ? buffer(payload) : Buffer.from(payload as string | Buffer)
