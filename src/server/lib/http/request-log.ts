import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

const firstLine = (text: string): string => text.split('\n', 1)[0]?.slice(0, 500) ?? ''

/** Returns where an error comes from, without its message. */
export const framesOf = (error: unknown): string =>
  ((error as Error | undefined)?.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')

const SECRETS = ['authorization', 'cookie', 'password', 'passwordHash', 'token', 'currentPassword', 'newPassword']

/**
 * Structured logs: a line of JSON per request. `path` is the pattern of the route, or '(none)': an address may name a person or
 * hold a token. Bodies aren't in the log, and what could open an account is struck out wherever it is logged.
 */
export const requestLog = (level: string) => ({
  level,
  redact: {
    // Named, not `*.token`: a wildcard makes every line be searched, at a twentieth of the cost of a request.
    paths: ['headers', 'body'].flatMap((part) => SECRETS.flatMap((name) => [name, `${part}.${name}`, `req.${part}.${name}`])),
    censor: '[redacted]',
  },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.routeOptions.url ?? '(none)', ip: request.ip }),
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      // Drizzle quotes the parameters of a failed query in its message, PGlite a page of its program.
      message: firstLine(error.message),
      code: error.code,
      cause: error.cause instanceof Error ? firstLine(error.cause.message) : undefined,
      stack: framesOf(error),
    }),
  },
})

/** One line a request, when it is done: Fastify's own two say no more. */
export class OneLinePerRequest extends LogController {
  override incomingRequest(): void {
    // The line comes with the answer.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user: request.actor?.userId }
    if (error) request.log.error({ ...line, err: error }, 'request broke off')
    else request.log.info(line, 'request')
  }
}
