/** Calls a server or proxy as a browser does: over connections that stay open, and with compressed replies. */
import http from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export type Reply = { status: number; body: unknown; milliseconds: number }
export type Client = ReturnType<typeof openClient>

/** Milliseconds without a reply after which the web's client gives a call up (src/web/lib/net/api.ts). */
const PATIENCE_MS = 30_000

const DECODERS: Record<string, (text: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }

const parsed = (text: Buffer, { 'content-encoding': encoding = '', 'content-type': type = '' }: http.IncomingHttpHeaders): unknown =>
  type.includes('json') ? JSON.parse((DECODERS[encoding]?.(text) ?? text).toString()) : undefined

export const openClient = (origin: string) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 500 })
  const headersOf = (token?: string) => ({ ...(token && { authorization: `Bearer ${token}` }), 'accept-encoding': 'gzip, deflate, br' })

  /** Resolves with status 0 if no reply arrives. */
  const call = (method: string, path: string, { token, body }: { token?: string; body?: object }): Promise<Reply> => {
    const began = performance.now()
    const payload = body && JSON.stringify(body)
    return new Promise((resolve) => {
      const end = (status: number, body?: unknown) => resolve({ status, body, milliseconds: performance.now() - began })
      const headers = {
        ...headersOf(token),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      }
      const request = http.request(origin + path, { method, agent, headers, signal: AbortSignal.timeout(PATIENCE_MS) }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        // A connection that is cut off in the middle of a reply ends with an error.
        reply.on('error', () => end(0))
        reply.on('end', () => end(reply.statusCode ?? 0, parsed(Buffer.concat(chunks), reply.headers)))
      })
      request.on('error', () => end(0))
      request.end(payload)
    })
  }

  /** Opens an event stream. `onEnd` is called once, when it ends or fails. Returns a function that closes it. */
  const openStream = (token: string, onEnd: (status: number) => void): (() => void) => {
    let isEnded = false
    const end = (status: number) => {
      if (!isEnded) onEnd(status)
      isEnded = true
    }
    const request = http.get(`${origin}/api/live`, { agent: false, headers: headersOf(token) }, (reply) => {
      reply.resume()
      reply.on('error', () => end(0))
      reply.on('end', () => end(reply.statusCode ?? 0))
    })
    request.on('error', () => end(0))
    return () => request.destroy()
  }

  return { call, openStream, close: () => agent.destroy() }
}
