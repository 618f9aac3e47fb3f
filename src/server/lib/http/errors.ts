/**
 * The only place that maps thrown errors to HTTP responses.
 *
 * 1. Every error response is an {@link ErrorBody}. A 5xx response reveals no internals.
 * 2. A request that doesn't match its contract is `malformed` if it can't be parsed, `too_large` if a string is too long, and
 *    `refused_by_rule` if it can be parsed but violates a rule.
 * 3. Unexpected errors are logged in full and returned as `broken`.
 * 4. An unreachable database is a 503 with Retry-After rather than a 500, because our code isn't at fault.
 */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { cannotWrite, isBadValue, isOfDeletedPerson, isRetryable, isUnavailable } from '#server/lib/db/failures.ts'
import { Refused } from './refuse.ts'

/** Fastify's own errors by code. Any other 4xx is `malformed`. */
const fromFastify: Record<string, ConstructorParameters<typeof Refused>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed', 'The request doesn’t have a body.'],
}

type Issue = { keyword: string; params: { origin?: unknown; params?: unknown } }
type IssueRefusal = 'malformed' | 'too_large' | 'refused_by_rule'
/** Parse errors take precedence over rule violations. */
const GRAVEST_FIRST: readonly IssueRefusal[] = ['malformed', 'too_large', 'refused_by_rule']

/** Returns the refusal for a Zod issue. Our custom checks are rules unless they specify another refusal (`params.refusal`). */
const refusalOfIssue = ({ keyword, params: { origin, params } }: Issue): IssueRefusal => {
  if (keyword === 'custom') return (params as { refusal?: IssueRefusal } | undefined)?.refusal ?? 'refused_by_rule'
  const isLength = keyword === 'too_big' || keyword === 'too_small'
  if (isLength && origin === 'array') return 'refused_by_rule'
  if (isLength && origin === 'string') return keyword === 'too_big' ? 'too_large' : 'refused_by_rule'
  return 'malformed'
}

const refusalFor = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const found = error.validation.map(({ instancePath, message, ...issue }) => ({
      refusal: refusalOfIssue(issue),
      issue: { path: instancePath.replace(/^\//, '').replaceAll('/', '.'), message: message ?? 'Not valid' },
    }))
    const [first] = found.toSorted((a, b) => GRAVEST_FIRST.indexOf(a.refusal) - GRAVEST_FIRST.indexOf(b.refusal))
    return new Refused(first?.refusal ?? 'malformed', first?.issue.message, { issues: found.map(({ issue }) => issue) })
  }
  if (isOfDeletedPerson(error)) return new Refused('not_signed_in')
  if (cannotWrite(error)) return new Refused('cannot_write', undefined, { retryAfter: 30 })
  if (isBadValue(error)) return new Refused('malformed')
  if (isUnavailable(error) || isRetryable(error)) return new Refused('unavailable', undefined, { retryAfter: 2 })
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : fromFastify[code]
  if (known) return new Refused(...known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refused('malformed')
  return undefined
}

/**
 * Responds to bytes that Node couldn't parse as a request (400, 408 and 431). Such a request never reaches a route or a hook.
 * https://nodejs.org/api/http.html#event-clienterror
 */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const body = JSON.stringify(new Refused(status === 431 ? 'too_large' : 'malformed').body)
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}

/** Rejects compressed request bodies before reading any of them. */
const requirePlainBody = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') throw new Refused('unsupported_type', 'Send the body uncompressed.')
  })
}

/** Maps an error to a response. Also handles errors thrown before routing, such as for a URL that is too long or malformed. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const refused = refusalFor(error)
  if (!refused || refused.code === 'unavailable' || refused.code === 'cannot_write') request.log.error({ err: error }, 'request failed')
  const answer = refused ?? new Refused('broken')
  if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
  // The route's headers and status for success (content type, 201) don't apply to a failure.
  reply.code(answer.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer.body)
}

export const answerErrors = (app: FastifyInstance): void => {
  requirePlainBody(app)
  app.setErrorHandler(answerError)
}
