/** A webhook endpoint for tests that mimics our server's. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'

export const listener = async () => {
  const taken: { body: string; signature: string }[] = []
  let status = 200
  let does: (type: string) => Promise<void> = async () => undefined
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    if (status === 200) taken.push({ body, signature: String(request.headers['stripe-signature']) })
    await does(JSON.parse(body).type)
    response.writeHead(status).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/billing/webhook`,
    answers: (next: number) => {
      status = next
    },
    /** Sets a callback that the endpoint runs for each event before it responds. */
    does: (next: typeof does) => {
      does = next
    },
    forget: () => {
      taken.length = 0
    },
    /** Returns the received events, after checking each signature with the official SDK. */
    events: (stripe: Stripe, secret: string): Stripe.Event[] =>
      taken.map(({ body, signature }) => stripe.webhooks.constructEvent(body, signature, secret)),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
