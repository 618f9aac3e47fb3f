/** Stands in for a collector of OpenTelemetry: takes traces by OTLP over HTTP, as JSON. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

const Value = z.union([
  z.strictObject({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.strictObject({ intValue: z.number() }).transform(({ intValue }) => intValue),
])
const Attributes = z
  .array(z.strictObject({ key: z.string(), value: Value }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])))
const Span = z.object({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes: Attributes,
  events: z.array(z.never()),
  /** 0 unless it failed, then 2. */
  status: z.strictObject({ code: z.int() }),
})
const Sent = z.strictObject({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes: Attributes }), scopeSpans: z.array(z.object({ spans: z.array(Span) })) }),
  ),
})
type ReceivedSpan = z.output<typeof Span>

/** Starts a collector. `answer` replaces its reply. */
export const startCollector = async (answer = (response: ServerResponse): void => void response.end('{}')) => {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, string | number>[] = []
  const headers: Record<string, unknown>[] = []
  const problems: unknown[] = []
  let received = ''
  const take = (body: string): void => {
    received += body
    for (const { resource, scopeSpans } of Sent.parse(JSON.parse(body)).resourceSpans) {
      resources.push(resource.attributes)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
  }
  const server = createServer((request, response) => {
    headers.push(request.headers)
    text(request)
      .then((body) => {
        if (request.method !== 'POST' || request.url !== '/v1/traces') throw new Error(`${request.method} ${request.url}`)
        take(body)
      })
      .catch((error: unknown) => problems.push(error))
      .finally(() => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    headers,
    /** Requests that break the protocol. */
    problems,
    /** Everything that was sent, as text. */
    received: () => received,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
