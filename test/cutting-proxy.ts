/** A proxy that passes requests on to a server, and can keep the answer from the client. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Answered = { status: number; headers: IncomingHttpHeaders; body: string }

/** Starts a proxy for the server at this port. */
export const startCuttingProxy = async (port: number) => {
  const proxy = {
    /** Whether the next answers are cut: the client's connection ends once the server has sent the whole answer. */
    isCutting: false,
    /** What the server answered last. */
    last: undefined as Answered | undefined,
    address: '',
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
    },
  }
  const passOn = async (method: string | undefined, path: string | undefined, headers: IncomingHttpHeaders, body: Buffer) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers: { ...headers, connection: 'close' } })
    sent.end(body)
    const [answer] = await once(sent, 'response')
    return { status: answer.statusCode as number, headers: answer.headers as IncomingHttpHeaders, body: String(await buffer(answer)) }
  }
  const server = createServer(async (incoming, outgoing) => {
    const isCut = proxy.isCutting
    try {
      proxy.last = await passOn(incoming.method, incoming.url, incoming.headers, await buffer(incoming))
      if (isCut) return void incoming.socket.destroy()
      const { 'transfer-encoding': _, connection: __, ...headers } = proxy.last.headers
      outgoing.writeHead(proxy.last.status, headers).end(proxy.last.body)
    } catch (error) {
      outgoing.destroy(error as Error)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
