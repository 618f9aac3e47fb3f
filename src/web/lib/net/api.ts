import type { CallFields, Contract, DownloadLink, Endpoint, ErrorBody, Given, Reply } from '#shared/endpoint.ts'
import type { Refusal } from '#shared/errors.ts'
import { storedToken, storedUserId, untilSignedUp } from '#web/lib/stored-session.ts'
import { withCallKey } from './call-keys.ts'
import { askForProof } from './proof.ts'
import { endSession } from './session-end.ts'

const OFFLINE = 'You’re offline, or Firstbell isn’t responding.'
/** A call fails as offline after this many milliseconds without a response. */
const PATIENCE_MS = 30_000
/** The same limit for endpoints marked `takesLong`. */
const LONG_PATIENCE_MS = 10 * 60_000

/**
 * A failed call. `message` is a plain sentence that can be shown to the teacher.
 * `status` is 0 and `code` is 'offline' if no response arrived.
 */
export class RefusedCall extends Error {
  readonly status: number
  readonly code: Refusal | 'offline'
  readonly body: ErrorBody | undefined

  constructor(refusal: { status: number; code: Refusal | 'offline'; message: string; body?: ErrorBody | undefined }) {
    super(refusal.message)
    this.name = 'RefusedCall'
    this.status = refusal.status
    this.code = refusal.code
    this.body = refusal.body
  }
}

type CallInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type CallOptions = {
  /** Aborts the call, which then rejects as offline. Callers that abort should ignore the result. */
  signal?: AbortSignal
}
/** With the `Idempotency-Key` of a POST. */
type SendOptions = CallOptions & { key?: string }
type Caller<E extends Endpoint> = (
  ...given: Record<never, never> extends Given<E> ? [given?: Given<E>, options?: CallOptions] : [given: Given<E>, options?: CallOptions]
) => Promise<E extends { file: string } ? DownloadLink : Reply<E>>
/**
 * The endpoints called with `fetch`. Excludes redirects, which the browser follows by navigating, raw calls, which are made elsewhere, and
 * streams, which use {@link openStream}.
 */
type Fetched<C extends Contract> = {
  [Name in keyof C]: C[Name] extends { redirect: unknown } | { raw: true } | { stream: string } ? never : Name
}[keyof C]
export type Client<C extends Contract> = { [Name in Fetched<C>]: Caller<C[Name]> }

/** Returns the URL for a call. Fills each `:name` from `params` and appends the defined entries of `query`. */
export const addressOf = (path: string, { params = {}, query = {} }: Pick<CallInput, 'params' | 'query'>): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

const isErrorBody = (json: unknown): json is ErrorBody =>
  typeof json === 'object' && json !== null && 'code' in json && 'message' in json && typeof json.message === 'string'

/** Maximum length, in characters, of proxy response text that we show. Anything longer isn't a readable message. */
const MAX_FOREIGN_MESSAGE = 200

/**
 * Returns a readable message for a response that our server didn't send: the response text, or the status text if the response text is
 * empty, long, HTML or JSON.
 */
const foreignWords = (text: string, statusText: string): string => {
  const words = text.trim()
  return words === '' || words.length > MAX_FOREIGN_MESSAGE || /^[<{[]/.test(words) ? statusText : words
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Statuses with which a proxy says that it doesn't reach our server. The last five are Cloudflare's. */
const OF_PROXY: ReadonlySet<number> = new Set([502, 503, 504, 520, 521, 522, 523, 524])

const refusalOf = async (response: Response): Promise<RefusedCall> => {
  const { status, statusText } = response
  const text = await response.text().catch(() => '')
  const json = parsed(text)
  if (isErrorBody(json)) return new RefusedCall({ status, code: json.code, message: json.message, body: json })
  // This response came from a proxy, not from our server.
  const words = foreignWords(text, statusText)
  return new RefusedCall({
    status,
    code: OF_PROXY.has(status) ? 'unavailable' : 'broken',
    message: words ? `${status}: ${words}` : 'An error occurred',
  })
}

/** A call that first-paint.js sends before the app has loaded. */
type EarlyCall = { address: string; token: string | null; reply: Promise<Response> }
declare global {
  interface Window {
    earlyCalls?: EarlyCall[] | undefined
  }
}

const pathOf = (address: string) => address.split('?', 1)[0]

/** Returns the early response if it matches this call. Works only for the first call to a path, because a later one needs a newer response. */
const takeEarlyReply = (address: string, { method }: CallFields, token: string | null): Promise<Response> | undefined => {
  const calls = globalThis.window?.earlyCalls
  const early = calls?.find((call) => pathOf(call.address) === pathOf(address))
  if (!early) return undefined
  window.earlyCalls = calls?.filter((call) => call !== early)
  return method === 'GET' && early.address === address && early.token === token ? early.reply : undefined
}

/** Returns a signal that aborts when either signal does. `AbortSignal.any` is too new for some school browsers. */
const eitherOf = (first: AbortSignal, second: AbortSignal): AbortSignal => {
  const either = new AbortController()
  for (const signal of [first, second]) {
    if (signal.aborted) either.abort(signal.reason)
    signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal })
  }
  return either.signal
}

const send = async (endpoint: CallFields, given: CallInput, token: string | null, options: SendOptions): Promise<unknown> => {
  const headers: Record<string, string> = { accept: endpoint.document ?? endpoint.stream ?? 'application/json' }
  // Request a download link instead, so that the browser's download manager fetches the file.
  if (endpoint.file) headers['prefer'] = 'link'
  if (options.key !== undefined) headers['idempotency-key'] = options.key
  if (token) headers['authorization'] = `Bearer ${token}`
  const patience = AbortSignal.timeout(endpoint.takesLong ? LONG_PATIENCE_MS : PATIENCE_MS)
  const signal = options.signal && !endpoint.stream ? eitherOf(options.signal, patience) : (options.signal ?? patience)
  const request: RequestInit = { method: endpoint.method, headers, credentials: 'include', signal }
  if (given.body !== undefined) {
    headers['content-type'] = 'application/json'
    request.body = JSON.stringify(given.body)
  }
  const address = addressOf(endpoint.path, given)
  try {
    const response = await (takeEarlyReply(address, endpoint, token) ?? fetch(address, request))
    if (!response.ok) throw await refusalOf(response)
    if (endpoint.stream) return response.body
    if (response.status === 204) return undefined
    return await (endpoint.document ? response.text() : response.json())
  } catch (error) {
    if (error instanceof RefusedCall) throw error
    throw new RefusedCall({ status: 0, code: 'offline', message: OFFLINE })
  }
}

/**
 * Makes a call as the signed-in user. Ends the local session if the server rejects the token. If a guest signed up in this browser while
 * the call was in flight, retries it with the new token.
 */
const sendAsSignedIn = async (endpoint: CallFields, given: CallInput, options: SendOptions): Promise<unknown> => {
  const token = storedToken()
  const person = storedUserId()
  try {
    return await send(endpoint, given, token, options)
  } catch (error) {
    const isEnded = error instanceof RefusedCall && error.code === 'not_signed_in'
    if (isEnded && token !== null) await untilSignedUp(token)
    // The user may have signed in or out while the call was in flight.
    const now = storedToken()
    if (isEnded && token !== null && token === now) endSession()
    if (isEnded && token !== now && now !== null && person !== null && person === storedUserId()) return send(endpoint, given, now, options)
    throw error
  }
}

/** True if a call got no answer. */
export const isOffline = (error: unknown): boolean => error instanceof RefusedCall && error.code === 'offline'

/** True if a call got no answer, or the server can't carry out any call at the moment. */
export const isUnreached = (error: unknown): boolean => isOffline(error) || (error instanceof RefusedCall && error.code === 'unavailable')

/** True if a call failed because the user declined to re-authenticate. Callers show no error for this, because the user already knows. */
export const isUnproven = (error: unknown): boolean => error instanceof RefusedCall && error.code === 'proof_needed'

/** Like {@link sendAsSignedIn}, but if the server requires re-authentication, prompts the user and retries the call. */
const sendProven = async (endpoint: CallFields, given: CallInput, options: SendOptions): Promise<unknown> => {
  try {
    return await sendAsSignedIn(endpoint, given, options)
  } catch (error) {
    if (!isUnproven(error) || !(await askForProof())) throw error
    return sendProven(endpoint, given, options)
  }
}

/** The codes of calls whose outcome the client doesn't know. */
const NO_OUTCOME: readonly string[] = ['offline', 'unavailable', 'broken', 'still_running']

/** Sends a call with `run`, and a POST with an `Idempotency-Key`. A change with an operation ID goes by that. */
const keyed = (
  { method, path }: CallFields,
  given: CallInput,
  { token, ...options }: CallOptions & { token: string | null },
  run: (options: SendOptions) => Promise<unknown>,
): Promise<unknown> => {
  if (method !== 'POST' || (given.body as { operationId?: string } | undefined)?.operationId !== undefined) return run(options)
  const { signal } = options
  return withCallKey(JSON.stringify([token, path, given]), {
    isAbortable: signal !== undefined,
    run: (key) => run({ ...options, key }),
    isUnanswered: (error) => !signal?.aborted && error instanceof RefusedCall && NO_OUTCOME.includes(error.code),
  })
}

/**
 * Turns a contract into functions that call its endpoints as the signed-in user, or with the given token. Endpoints that serve a file
 * return a link to it (see `download` in save-file.ts). Responses aren't validated, because the client and server are built from the same
 * contract. Every failure is a {@link RefusedCall}.
 */
export const client = <const C extends Contract>(contract: C, token?: string): Client<C> =>
  Object.fromEntries(
    Object.entries(contract).map(([name, endpoint]) => [
      name,
      (given: CallInput = {}, options: CallOptions = {}) =>
        keyed(endpoint, given, { ...options, token: token ?? storedToken() }, (keyed) =>
          token === undefined ? sendProven(endpoint, given, keyed) : send(endpoint, given, token, keyed),
        ),
    ]),
  ) as unknown as Client<C>

/**
 * Opens a stream as the signed-in user. Aborting `signal` closes the stream. If the stream can't be opened, rejects with a {@link
 * RefusedCall}.
 */
export const openStream = async <const E extends Endpoint & { stream: string }>(
  endpoint: E,
  given: Given<E>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> =>
  (await keyed(endpoint, given, { signal, token: storedToken() }, (keyed) =>
    sendAsSignedIn(endpoint, given, keyed),
  )) as ReadableStream<Uint8Array>
