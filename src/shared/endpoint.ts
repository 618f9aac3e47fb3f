import * as z from 'zod/mini'
import { type Refusal, refusals } from '#shared/errors.ts'

/**
 * Access level of a call. The server refuses to start if a route has none.
 * - `public`: anyone, signed in or not.
 * - `account`: anyone who is signed in, even after their trial or plan has ended (their data stays readable).
 * - `subscriber`: signed in with an active trial or plan, otherwise 402.
 * - `editor`: may change the calendar in question. Subscribers change their own, school administrators their school's.
 * - `platformAdministrator`: a platform admin, otherwise 403.
 * - `schoolAdministrator`: an administrator of a school. Otherwise 403, or 404 for platform admins.
 */
export type Access = 'public' | 'account' | 'subscriber' | 'editor' | 'schoolAdministrator' | 'platformAdministrator'

/** External sites that a call may redirect to. The server configuration has their addresses. */
export type OutsideSite = 'google' | 'oidc' | 'payments'

/** The request body: JSON of this shape, or raw bytes, for example to verify a signature. */
type Takes = { body?: z.core.$ZodType; raw?: never } | { raw: true; body?: never }

/** The reply: data, or a redirect (303) to a page of ours or to one of these sites. Redirects are opened in the browser, not fetched. */
type Answers = { reply: z.core.$ZodType; redirect?: never } | { redirect: readonly OutsideSite[]; reply?: never }

/** A single definition of an HTTP call, enforced on both the server and the web client. */
export type Endpoint = Takes & Answers & Described

type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** One sentence for the API document: what the call does. */
  summary: string
  /**
   * Notes for developers of API clients, such as what the call returns. The API document adds its access, proof and limits. Not in
   * {@link CALL_FIELDS}, so the web's build leaves it out.
   */
  description: string
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  /** Content type of a reply that is a text document instead of JSON. */
  document?: 'text/html'
  /**
   * Content type of a reply that is a file with a name. With the header `prefer: link`, a non-public call returns a {@link DownloadLink}
   * instead, which is what the web client always requests. File calls have no query or body.
   */
  file?: 'application/zip' | 'application/octet-stream' | 'text/csv' | 'application/json'
  /**
   * Content type of a streamed reply: one event per `reply`. The stream ends after 15 minutes, or when the client reads nothing for 15
   * seconds.
   */
  stream?: 'text/event-stream'
  /** Success statuses, 200 by default. 201 means something was created, both mean it may have existed already, and 204 has no body. */
  answers?: readonly [201] | readonly [200, 201] | readonly [204]
  /** Additional refusals, on top of those implied by its access and parts. `refusalsOf` on the server returns all of them. */
  refuses?: readonly Refusal[]
  /**
   * For calls with which a stolen session could do lasting damage. Rejected with 403 `proof_needed` unless the user re-authenticated in
   * this session within the last five minutes. Guests are exempt.
   */
  needsProof?: true
  /** Stays available in Maintenance Mode although it isn't a GET: signing in and out, and calls that only read. */
  goesOn?: true
  /** The body contains lessons, so it may be as large as a full day. */
  holdsLessons?: true
  /** Called by the page without user activity, so it doesn't extend the session. */
  isPassive?: true
  /** The reply may take minutes. */
  takesLong?: true
  /** Calls per user and minute, if lower than the server-wide limit. */
  perMinute?: number
  /** The same per hour. */
  perHour?: number
}
export type Contract = Record<string, Endpoint>

/** The fields that the web's client reads. A build of the web keeps no others. */
export const CALL_FIELDS = ['method', 'path', 'document', 'file', 'stream', 'takesLong'] as const
/** An endpoint, as the web's client gets it. */
export type CallFields = Pick<Endpoint, (typeof CALL_FIELDS)[number]>

/** Names of schemas in the API document. Schemas without a name are inlined. */
export const names = z.registry<{ id: string }>()

type Part = 'params' | 'query' | 'body'
type PartsOf<E extends Endpoint> = { [P in Part]: E[P] extends z.core.$ZodType ? P : never }[Part]

/** What a handler receives: every part after parsing. */
export type Received<E extends Endpoint> = { [P in PartsOf<E>]: z.output<Extract<E[P], z.core.$ZodType>> }
type Input<E extends Endpoint, P extends PartsOf<E>> = z.input<Extract<E[P], z.core.$ZodType>>
type OptionalPartsOf<E extends Endpoint> = { [P in PartsOf<E>]: undefined extends Input<E, P> ? P : never }[PartsOf<E>]
/** What a client sends: every part before parsing. */
export type Given<E extends Endpoint> = { [P in Exclude<PartsOf<E>, OptionalPartsOf<E>>]: Input<E, P> } & {
  [P in OptionalPartsOf<E>]?: Input<E, P>
}
/** The reply of a call. */
export type Reply<E extends Endpoint> = z.output<Extract<E['reply'], z.core.$ZodType>>

/** An address that serves a file once, within a minute, without further authentication, so the browser can download it. */
export const DownloadLink = z.object({ address: z.string() }).register(names, { id: 'DownloadLink' })
export type DownloadLink = z.output<typeof DownloadLink>
/** True if a call can return a download link to its file. */
export const isLinked = ({ file, access }: Endpoint): boolean => file !== undefined && access !== 'public'

/** The JSON text of a `T`. */
export type JsonText<T> = string & { readonly encoded: T }

/**
 * Marks a body-level or query-level check that finds a missing part. Reported as `malformed`, while other checks are reported as rule
 * violations.
 */
export const isMissing: { refusal: Refusal } = { refusal: 'malformed' }

/** Keeps a contract's literal types and checks that each entry is an {@link Endpoint}. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints

/** The body of every error reply. */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(refusals) as [Refusal, ...Refusal[]]),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With `stale`: the current state, or null if it was removed. For a day, also its date. */
  date: z.optional(z.string()),
  current: z.optional(z.unknown()),
})
export type ErrorBody = z.output<typeof ErrorBody>
