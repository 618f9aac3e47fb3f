/** The parts of PostgreSQL's wire protocol (version 3) that a connection to the embedded engine needs. */

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const cString = (text: string): Buffer => Buffer.from(`${text}\0`)

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const settings = {
  server_version: '18.6',
  server_encoding: 'UTF8',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  integer_datetimes: 'on',
  standard_conforming_strings: 'on',
  TimeZone: 'UTC',
}

/** A server's response to a successful login: authenticated, settings, cancel key, ready. The engine never sends it itself. */
export const greeting = Buffer.concat([
  message('R', int32(0)),
  ...Object.entries(settings).map(([name, value]) => message('S', cString(name), cString(value))),
  message('K', int32(1), int32(1)),
  message('Z', Buffer.from('I')),
])

export const simpleQuery = (sql: string): Buffer => message('Q', cString(sql))
export const closeStatement = (name: string): Buffer => message('C', Buffer.from('S'), cString(name))
export const sync = message('S')

const PARSE = 'P'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const READY_FOR_QUERY = 'Z'.charCodeAt(0)
const NOTIFICATION = 'A'.charCodeAt(0)
/** Sync, Query, Flush, CopyDone, CopyFail: after these, the client waits for a response. */
const ENDS_BATCH = new Set([...'SQHcf'].map((letter) => letter.charCodeAt(0)))

export const isTerminate = (bytes: Buffer): boolean => bytes[0] === TERMINATE
export const endsBatch = (bytes: Buffer): boolean => ENDS_BATCH.has(bytes[0] ?? 0)

/** Returns the statement name in a Parse message, or undefined for other messages and unnamed statements. */
export const statementNamedIn = (bytes: Buffer): string | undefined =>
  bytes[0] === PARSE && bytes[5] !== 0 ? bytes.toString('utf8', 5, bytes.indexOf(0, 5)) : undefined

/**
 * Extracts the complete messages from the front of the received bytes. A connection's first message, the startup message, has no type byte.
 * It is skipped, because the engine can't use its contents.
 */
export const cutMessages = (arrived: Buffer, isFirst: boolean): { messages: Buffer[]; rest: Buffer; hasStarted: boolean } => {
  const messages: Buffer[] = []
  let rest = arrived
  let hasStarted = !isFirst
  for (;;) {
    const lengthAt = hasStarted ? 1 : 0
    if (rest.length < lengthAt + 4) break
    const length = lengthAt + rest.readInt32BE(lengthAt)
    if (rest.length < length) break
    if (hasStarted) messages.push(rest.subarray(0, length))
    hasStarted = true
    rest = rest.subarray(length)
  }
  return { messages, rest, hasStarted }
}

/**
 * Splits an engine's response to a batch. `state` is the status in ReadyForQuery: I for idle, T for in a transaction, E for in a failed
 * transaction. It's undefined if the engine waits for more input (after a Flush). Notifications are for every listener, on any connection.
 * `own` is the rest of the response, for the connection that sent the batch.
 */
export const sortAnswer = (bytes: Uint8Array): { own: Buffer; notifications: Buffer[]; state: string | undefined } => {
  const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const notifications: Buffer[] = []
  const others: Buffer[] = []
  let state: string | undefined
  for (let at = 0; at + 5 <= answer.length; ) {
    const end = at + 1 + answer.readInt32BE(at + 1)
    const one = answer.subarray(at, end)
    if (one[0] === READY_FOR_QUERY) state = String.fromCharCode(one[5] ?? 0)
    ;(one[0] === NOTIFICATION ? notifications : others).push(one)
    at = end
  }
  return { own: notifications.length === 0 ? answer : Buffer.concat(others), notifications, state }
}
