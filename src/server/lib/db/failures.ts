/**
 * Classifies database errors. Drizzle wraps the driver's errors, so each check searches the causes.
 * SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

type DatabaseError = Error & { code?: unknown; constraint?: unknown; syscall?: unknown; cause?: unknown }

/** Returns an error and its causes, outermost first. */
export const chainOf = (error: unknown): DatabaseError[] => {
  const chain: DatabaseError[] = []
  for (let next = error; next instanceof Error && !chain.includes(next) && chain.length < 10; next = next.cause) chain.push(next)
  return chain
}

/** Returns the unique constraint or index that a write violated, or undefined if it failed for another reason. */
export const uniqueViolationOf = (error: unknown): string | undefined => {
  const violation = chainOf(error).find(({ code }) => code === '23505')
  return typeof violation?.constraint === 'string' ? violation.constraint : undefined
}

/** True if a write failed because the user who owns the data was deleted in the meantime. */
export const isOfDeletedPerson = (error: unknown): boolean =>
  chainOf(error).some(
    ({ code, constraint }) => code === '23503' && typeof constraint === 'string' && /_(?:users|calendars)_id_fk$/.test(constraint),
  )

/** True if a value didn't fit its column, such as a number that is too large (class 22). */
export const isBadValue = (error: unknown): boolean => chainOf(error).some(({ code }) => typeof code === 'string' && code.startsWith('22'))

/** True if two transactions conflicted (serialization failure, deadlock). Retrying the whole transaction may succeed. */
export const isRetryable = (error: unknown): boolean => chainOf(error).some(({ code }) => code === '40001' || code === '40P01')

/** True if a transaction waited too long for a lock, or was chosen to end a deadlock. Other transactions continue. */
export const isOutOfLocks = (error: unknown): boolean => chainOf(error).some(({ code }) => code === '55P03' || code === '40P01')

/** True if the database responds but can't write, because its disk is full or it is read-only. */
export const cannotWrite = (error: unknown): boolean => chainOf(error).some(({ code }) => code === '53100' || code === '25006')

/**
 * Connection exceptions (08), insufficient resources such as too many connections (53), a server that has shut down, crashed or is starting
 * up, or whose database was dropped (57P01 to 57P05), a statement or lock timeout (57014, 55P03), or an idle-in-transaction timeout
 * (25P03).
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
/** Messages of errors that pg and its pool throw without a code. */
const UNAVAILABLE_MESSAGE =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/

/** True if the database couldn't be reached or is overloaded. The call itself is valid and may succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  chainOf(error).some(
    ({ code, message, syscall }) =>
      UNAVAILABLE_MESSAGE.test(message) ||
      (typeof code === 'string' &&
        // PostgreSQL's Unix socket doesn't exist.
        (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_SOCKET.has(code) || (code === 'ENOENT' && syscall === 'connect'))),
  )
