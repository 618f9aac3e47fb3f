import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a stopping server finish its calls in progress, and closes each connection as soon as it has none. Node's own `close` leaves two
 * kinds of connections open, on which a client can then delay the shutdown: connections whose call ends later, and connections that
 * browsers open before their first call. Node's `close` also cuts off responses that are written but not yet read.
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
    // The response was either passed to the operating system completely or aborted.
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
  // Node's `close` calls this.
  app.server.closeIdleConnections = () => {
    for (const [socket, calls] of callsOn) if (calls === 0) socket.destroy()
  }
}
