/**
 * Forwards TCP connections to the PostgreSQL server that is the primary now, as a virtual address or HAProxy does. Firstbell's servers keep
 * their `DATABASE_URL` when a replica is promoted.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Returns a relay to the server with this URL. `pointTo` closes all connections, so that clients reconnect to the new server. */
export const startRelay = async (firstUrl: string) => {
  let target = new URL(firstUrl)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const endBoth = () => {
      client.destroy()
      upstream.destroy()
      open.delete(client)
    }
    open.add(client)
    client.pipe(upstream).pipe(client)
    // A lost connection ends its other half. The client sees that, and reconnects.
    for (const socket of [client, upstream]) socket.on('error', endBoth).on('close', endBoth)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(firstUrl)
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const client of open) client.destroy()
  }
  return {
    url: url.href,
    pointTo: (nextUrl: string) => {
      target = new URL(nextUrl)
      cut()
    },
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
