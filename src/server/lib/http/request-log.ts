import type { FastifyRequest, FastifyServerOptions } from 'fastify'

const firstLine = (text: string): string => text.split('\n', 1)[0]?.slice(0, 500) ?? ''

/**
 * Structured logs: a line of JSON per request. Neither bodies nor query strings are in it (a token may stand in an
 * address), and what could open an account is struck out wherever it is logged.
 */
export const requestLog = (level: string): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  redact: {
    paths: ['authorization', 'cookie', 'password', 'passwordHash', 'token', 'currentPassword', 'newPassword'].flatMap((name) => [
      name,
      `*.${name}`,
      `*.*.${name}`,
    ]),
    censor: '[redacted]',
  },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0], ip: request.ip }),
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      // Drizzle quotes the parameters of a failed query in its message, PGlite a page of its program.
      message: firstLine(error.message),
      code: error.code,
      cause: error.cause instanceof Error ? firstLine(error.cause.message) : undefined,
      stack: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 12).join('\n'),
    }),
  },
})
