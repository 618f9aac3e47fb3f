import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

const firstLine = (text: string): string => text.split('\n', 1)[0]?.slice(0, 500) ?? ''

/** Returns the stack frames of an error, without its message. */
export const framesOf = (error: unknown): string =>
  ((error as Error | undefined)?.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')

const SECRETS = ['authorization', 'cookie', 'password', 'passwordHash', 'token', 'currentPassword', 'newPassword']

/**
 * Structured logs: one line of JSON per request. `path` is the route's pattern, or '(none)', because a URL may name a user or contain a
 * token. Bodies aren't logged, and credentials are redacted wherever they are logged.
 */
export const requestLog = (level: string) => ({
  level,
  redact: {
    // Listed individually instead of `*.token`, because a wildcard searches every log line, at a twentieth of the cost of a request.
    paths: ['headers', 'body'].flatMap((part) => SECRETS.flatMap((name) => [name, `${part}.${name}`, `req.${part}.${name}`])),
    censor: '[redacted]',
  },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.routeOptions.url ?? '(none)', ip: request.ip }),
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      // Drizzle's message includes a failed query's parameters, and PGlite's includes a page of its own code.
      message: firstLine(error.message),
      code: error.code,
      cause: error.cause instanceof Error ? firstLine(error.cause.message) : undefined,
      stack: framesOf(error),
    }),
  },
})

/** Logs one line per completed request. Fastify's own two lines don't contain more information. */
export class OneLinePerRequest extends LogController {
  override incomingRequest(): void {
    // Logged with the response.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user: request.actor?.userId }
    if (error) request.log.error({ ...line, err: error }, 'request aborted')
    else request.log.info(line, 'request')
  }
}
