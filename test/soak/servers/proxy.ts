/**
 * A load balancer in front of several servers. It sends each call to the next server whose `/api/health/ready` is 200, and answers 502 or
 * 503 if that fails. It never sends a call twice, because only the client knows whether that is safe.
 */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two looks at each server. A stopping server must stay open for longer (`DRAIN_SECONDS`). */
const CHECK_MS = 250
/** A slow server isn't a dead one: taking it out would only slow down the others. */
const CHECK_TIMEOUT_MS = 10_000

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })).ok
  } catch {
    // A server that can't be reached isn't ready.
    return false
  }
}

export const startProxy = async (origins: readonly string[]) => {
  const ready = new Set<string>()
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  let isOver = false
  const watchers = origins.map(async (origin) => {
    while (!isOver) {
      if (await isReady(origin)) ready.add(origin)
      else ready.delete(origin)
      await pause(CHECK_MS)
    }
  })
  const server = http.createServer((request, response) => {
    const origin = [...ready][turn++ % ready.size]
    if (!origin) return void response.writeHead(503).end()
    const { method, url, headers } = request
    const onward = http.request(origin + url, { method: method ?? 'GET', headers, agent }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
      reply.on('error', () => response.destroy())
    })
    onward.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: ready as ReadonlySet<string>,
    stop: async () => {
      isOver = true
      await Promise.all(watchers)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      agent.destroy()
    },
  }
}
