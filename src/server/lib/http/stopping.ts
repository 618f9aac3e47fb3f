import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a server that closes finish the calls under way, and ends each connection as soon as it has none. Node's own
 * `close` leaves two kinds open, on which a client may then keep it waiting: connections whose call ends later, and those
 * that browsers open ahead of their first call. It cuts a third one off: a reply that is written, and not yet read.
 */
export const endConnectionsAtStop = (app: FastifyInstance): void => {
  const callsOn = new Map<Socket, number>()
  let isStopping = false
  app.server.on('connection', (socket: Socket) => {
    callsOn.set(socket, 0)
    socket.once('close', () => callsOn.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    callsOn.set(socket, (callsOn.get(socket) ?? 0) + 1)
    // Whole with the operating system, or broken off.
    response.once('close', () => {
      const left = (callsOn.get(socket) ?? 1) - 1
      if (!socket.destroyed) callsOn.set(socket, left)
      if (isStopping && left === 0) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
  // What Node's `close` calls.
  app.server.closeIdleConnections = () => {
    for (const [socket, calls] of callsOn) if (calls === 0) socket.destroy()
  }
}
