/**
 * What an error of the database means. Drizzle wraps the driver's errors, so each question looks through the causes.
 * SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

type DatabaseError = Error & { code?: unknown; constraint?: unknown; syscall?: unknown; cause?: unknown }

/** An error and what caused it, outermost first. */
export const chainOf = (error: unknown): DatabaseError[] => {
  const chain: DatabaseError[] = []
  for (let next = error; next instanceof Error && !chain.includes(next) && chain.length < 10; next = next.cause) chain.push(next)
  return chain
}

/** The name of the unique constraint or index that a write ran into; undefined when it failed by something else. */
export const uniqueViolationOf = (error: unknown): string | undefined => {
  const violation = chainOf(error).find(({ code }) => code === '23505')
  return typeof violation?.constraint === 'string' ? violation.constraint : undefined
}

/** Whether a write would have belonged to a person who was deleted meanwhile. */
export const isOfDeletedPerson = (error: unknown): boolean =>
  chainOf(error).some(
    ({ code, constraint }) => code === '23503' && typeof constraint === 'string' && /_(?:users|calendars)_id_fk$/.test(constraint),
  )

/** Whether a value did not fit its column: a number too large for it, say (class 22). */
export const isBadValue = (error: unknown): boolean => chainOf(error).some(({ code }) => typeof code === 'string' && code.startsWith('22'))

/** A conflict of two transactions (serialization failure, deadlock): the same transaction from its start may succeed. */
export const isRetryable = (error: unknown): boolean => chainOf(error).some(({ code }) => code === '40001' || code === '40P01')

/** Whether the database answers but takes no writes: its disk is full, or it is read-only. */
export const cannotWrite = (error: unknown): boolean => chainOf(error).some(({ code }) => code === '53100' || code === '25006')

/**
 * Connection exceptions (08), insufficient resources such as too many connections (53), a server that is
 * shut down, crashed, starting up, or whose database was dropped (57P01 to 57P05), a statement or a lock that took too
 * long (57014, 55P03), a transaction cut for its silence (25P03).
 */
const UNAVAILABLE_STATE = /^(?:08\w{3}|53\w{3}|57P0[1-5]|57014|55P03|25P03)$/
const UNAVAILABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages that pg and its pool throw without a code. */
const UNAVAILABLE_MESSAGE =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/

/** Whether the database could not be reached or could not keep up: nothing is wrong with the call, and later it may work. */
export const isUnavailable = (error: unknown): boolean =>
  chainOf(error).some(
    ({ code, message, syscall }) =>
      UNAVAILABLE_MESSAGE.test(message) ||
      (typeof code === 'string' &&
        // A PostgreSQL on a unix socket that is not there.
        (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_SOCKET.has(code) || (code === 'ENOENT' && syscall === 'connect'))),
  )
