import type { CallFields, Contract, DownloadLink, Endpoint, ErrorBody, Given, Reply } from '#shared/endpoint.ts'
import type { Refusal } from '#shared/errors.ts'
import { askForProof } from './proof.ts'
import { endSession } from './session-end.ts'
import { storedToken, storedUserId } from './storage.ts'

const OFFLINE = 'You are offline, or Firstbell cannot be reached.'
/** After this many milliseconds without an answer a call counts as not having reached the server. */
const PATIENCE_MS = 30_000
/** After this many where the call says that it takes long. */
const LONG_PATIENCE_MS = 10 * 60_000

/**
 * A call that did not succeed. `message` is a plain sentence fit to be shown.
 * `status` is 0 and `code` 'offline' when no answer came at all.
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

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type CallOptions = {
  /** Breaks the call off: it is refused as one that did not reach the server, and nobody should wait for it any more. */
  signal?: AbortSignal
}
type Caller<E extends Endpoint> = (
  ...given: Record<never, never> extends Given<E> ? [given?: Given<E>, options?: CallOptions] : [given: Given<E>, options?: CallOptions]
) => Promise<E extends { file: string } ? DownloadLink : Reply<E>>
/** Calls that the web makes by `fetch`. Redirects are opened as an address, raw calls are made by others, streams do not end. */
type Fetched<C extends Contract> = {
  [Name in keyof C]: C[Name] extends { redirect: unknown } | { raw: true } | { stream: string } ? never : Name
}[keyof C]
export type Client<C extends Contract> = { [Name in Fetched<C>]: Caller<C[Name]> }

/** Returns the address of a call, with `:name` from `params` and what is defined of `query`. */
export const addressOf = (path: string, { params = {}, query = {} }: Pick<Parts, 'params' | 'query'>): string => {
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

/** More than a sentence or two is no message. */
const MAX_FOREIGN_MESSAGE = 200

/** Returns what an answer says that is not our server's: its text, unless that is a page or a program's data, else its status in words. */
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

const refusalOf = async (response: Response): Promise<RefusedCall> => {
  const { status, statusText } = response
  const text = await response.text().catch(() => '')
  const json = parsed(text)
  if (isErrorBody(json)) return new RefusedCall({ status, code: json.code, message: json.message, body: json })
  // Not written by our server: something in between answered.
  const words = foreignWords(text, statusText)
  return new RefusedCall({
    status,
    code: status === 503 ? 'unavailable' : 'broken',
    message: words ? `${status}: ${words}` : 'An error occurred',
  })
}

/** What first-paint.js asked before the app was here. */
type EarlyCall = { address: string; token: string | null; reply: Promise<Response> }
declare global {
  interface Window {
    earlyCall?: EarlyCall | undefined
  }
}

/** Returns the reply that is on its way already for this call, once. */
const takeEarlyReply = (address: string, { method }: CallFields, token: string | null): Promise<Response> | undefined => {
  const early = globalThis.window?.earlyCall
  if (!early || method !== 'GET' || address !== early.address) return undefined
  window.earlyCall = undefined
  return early.token === token ? early.reply : undefined
}

/** Aborts when either does. `AbortSignal.any` is too new for some of the browsers that schools have. */
const eitherOf = (first: AbortSignal, second: AbortSignal): AbortSignal => {
  const either = new AbortController()
  for (const signal of [first, second]) {
    if (signal.aborted) either.abort(signal.reason)
    signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal })
  }
  return either.signal
}

const send = async (endpoint: CallFields, given: Parts, token: string | null, options: CallOptions): Promise<unknown> => {
  const headers: Record<string, string> = { accept: endpoint.document ?? endpoint.stream ?? 'application/json' }
  // The browser's downloads fetch the file.
  if (endpoint.file) headers['prefer'] = 'link'
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
 * Makes a call as the signed-in person. Their session ends when the server no longer knows it; a call that was under way
 * while a guest signed up in this browser is made again with the person's new token.
 */
const sendAsSignedIn = async (endpoint: CallFields, given: Parts, options: CallOptions): Promise<unknown> => {
  const token = storedToken()
  const person = storedUserId()
  try {
    return await send(endpoint, given, token, options)
  } catch (error) {
    const isEnded = error instanceof RefusedCall && error.code === 'not_signed_in'
    // A call may come back after somebody has signed out or in.
    const now = storedToken()
    if (isEnded && token !== null && token === now) endSession()
    if (isEnded && token !== now && now !== null && person !== null && person === storedUserId()) return send(endpoint, given, now, options)
    throw error
  }
}

/** Whether a call was given up because nobody proved that it is its person who sits here; they know that. */
export const isUnproven = (error: unknown): boolean => error instanceof RefusedCall && error.code === 'proof_needed'

/** {@link sendAsSignedIn}; where the server wants a proof first, the person is asked for it, and the call made again. */
const sendProven = async (endpoint: CallFields, given: Parts, options: CallOptions): Promise<unknown> => {
  try {
    return await sendAsSignedIn(endpoint, given, options)
  } catch (error) {
    if (!isUnproven(error) || !(await askForProof())) throw error
    return sendProven(endpoint, given, options)
  }
}

/**
 * Turns a contract into the functions that call it, as the signed-in person, or with the token given. Where the reply is a file, they
 * return a link to it (`download` in save-file.ts).
 * Replies are trusted, not parsed again: both sides are built from one contract. Every failure is a {@link RefusedCall}.
 */
export const client = <const C extends Contract>(contract: C, token?: string): Client<C> =>
  Object.fromEntries(
    Object.entries(contract).map(([name, endpoint]) => [
      name,
      (given: Parts = {}, options: CallOptions = {}) =>
        token === undefined ? sendProven(endpoint, given, options) : send(endpoint, given, token, options),
    ]),
  ) as unknown as Client<C>

/** Opens a stream as the signed-in person; it ends when `signal` aborts. Every refusal is a {@link RefusedCall}. */
export const openStream = async <const E extends Endpoint & { stream: string }>(
  endpoint: E,
  given: Given<E>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> => (await sendAsSignedIn(endpoint, given, { signal })) as ReadableStream<Uint8Array>
