import * as z from 'zod/mini'
import { type Refusal, refusals } from '#shared/errors.ts'

/**
 * Access level of a call. The server refuses to start if a route doesn't have one.
 * - `public`: anyone, signed in or not.
 * - `account`: any signed-in user, even after their trial or plan has ended (their data remains readable).
 * - `subscriber`: a signed-in user with an active trial or plan, otherwise 402.
 * - `editor`: a user who can change the requested calendar. Subscribers can change their own calendar, and school administrators can change
 *   their school's calendar.
 * - `platformAdministrator`: a platform admin, otherwise 403.
 * - `schoolAdministrator`: an administrator of a school. Otherwise 403, or 404 for platform admins.
 */
export type Access = 'public' | 'account' | 'subscriber' | 'editor' | 'schoolAdministrator' | 'platformAdministrator'

/** External sites that a call may redirect to. Their URLs are in the server configuration. */
export type OutsideSite = 'google' | 'oidc' | 'payments'

/** The request body: JSON that matches the schema, or raw bytes, for example to verify a signature. */
type Takes = { body?: z.core.$ZodType; raw?: never } | { raw: true; body?: never }

/**
 * The response: data, or a redirect (303) to one of our own pages or one of the listed external sites. The browser navigates to redirects
 * instead of fetching them.
 */
type Answers = { reply: z.core.$ZodType; redirect?: never } | { redirect: readonly OutsideSite[]; reply?: never }

/** The single definition of an HTTP call, enforced on both the server and the web client. */
export type Endpoint = Takes & Answers & Described

type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under /s are the calls of a substitute's page. */
  path: `/api/${string}` | `/s/${string}`
  access: Access
  /** Describes the call in one sentence for the API document. */
  summary: string
  /**
   * Notes for API client developers, such as what the call returns. The API document adds the call's access level, re-authentication
   * requirement and limits. Not in {@link CALL_FIELDS}, so it isn't included in the web build.
   */
  description: string
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  /** Content type, if the response is a text document instead of JSON. */
  document?: 'text/html'
  /**
   * Content type, if the response is a named file. With the header `prefer: link`, which the web client always sends, a non-public call
   * returns a {@link DownloadLink} instead. Calls that return files don't have a body.
   */
  file?: 'application/zip' | 'application/octet-stream' | 'text/csv' | 'application/json'
  /** The file's call is refused before a link is made, so that the page shows the reason. The file itself is made when the link is opened. */
  checksFirst?: true
  /**
   * Content type of a streamed response, in which each event is a `reply`. The stream ends after 15 minutes, or when the client reads
   * nothing for 15 seconds.
   */
  stream?: 'text/event-stream'
  /**
   * Success statuses, 200 by default. 201 means that something was created. `[200, 201]` means that it may already have existed. 204 has no
   * body.
   */
  answers?: readonly [201] | readonly [200, 201] | readonly [204]
  /** Refusals in addition to those implied by the call's access and parts. `refusalsOf` on the server returns all of them. */
  refuses?: readonly Refusal[]
  /**
   * For sensitive calls, which an attacker could abuse with a stolen session. Rejected with 403 `proof_needed` unless the user
   * re-authenticated in this session within the last five minutes. Guests are exempt.
   */
  needsProof?: true
  /** True for non-GET calls that remain available in Maintenance Mode, such as sign-in, sign-out, and read-only calls. */
  goesOn?: true
  /** The body contains lessons, so it may be as large as a full day. */
  holdsLessons?: true
  /** The body is a substitute's report, so a public caller may send as much as a signed-in one. */
  holdsReport?: true
  /** The body is a file to import, of up to 5 MB in base64. */
  holdsImport?: true
  /** The web client makes this call in the background without user activity, so it doesn't extend the session. */
  isPassive?: true
  /** The response may take minutes. */
  takesLong?: true
  /**
   * For POSTs to which an `Idempotency-Key` means nothing. `runsAgain`: the call changes nothing that matters, and a repeated one runs
   * again. `isRecognized`: the call recognizes what was sent before by itself. Raw calls do as well, by the ID of the event.
   */
  ifRepeated?: 'runsAgain' | 'isRecognized'
  /** Calls per user per minute, if lower than the server-wide limit. */
  perMinute?: number
  /** Calls per user per hour. */
  perHour?: number
  /**
   * What `perMinute` or `perHour` keeps from being guessed, spent or sent. All servers share such a limit, and it survives a restart. Each
   * server counts its own calls for other limits.
   */
  protects?: 'secrets' | 'money' | 'mail'
}
export type Contract = Record<string, Endpoint>

/** The fields that the web client uses. The web build omits all others. */
export const CALL_FIELDS = ['method', 'path', 'document', 'file', 'stream', 'takesLong'] as const
/** An endpoint as included in the web build. */
export type CallFields = Pick<Endpoint, (typeof CALL_FIELDS)[number]>

/** Schema names for the API document. Schemas without a name are inlined. */
export const names = z.registry<{ id: string }>()

type Part = 'params' | 'query' | 'body'
type PartsOf<E extends Endpoint> = { [P in Part]: E[P] extends z.core.$ZodType ? P : never }[Part]

/** The input of a handler: every part of the request after parsing. */
export type Received<E extends Endpoint> = { [P in PartsOf<E>]: z.output<Extract<E[P], z.core.$ZodType>> }
type Input<E extends Endpoint, P extends PartsOf<E>> = z.input<Extract<E[P], z.core.$ZodType>>
type OptionalPartsOf<E extends Endpoint> = { [P in PartsOf<E>]: undefined extends Input<E, P> ? P : never }[PartsOf<E>]
/** The input of a client call: every part of the request before parsing. */
export type Given<E extends Endpoint> = { [P in Exclude<PartsOf<E>, OptionalPartsOf<E>>]: Input<E, P> } & {
  [P in OptionalPartsOf<E>]?: Input<E, P>
}
export type Reply<E extends Endpoint> = z.output<Extract<E['reply'], z.core.$ZodType>>

/** A single-use URL for a file, valid for one minute. It requires no further authentication, so the browser can download the file. */
export const DownloadLink = z.object({ address: z.string() }).register(names, { id: 'DownloadLink' })
export type DownloadLink = z.output<typeof DownloadLink>
/** True if a call can return a download link for its file. */
export const isLinked = ({ file, access }: Endpoint): boolean => file !== undefined && access !== 'public'

/** True if a call returns its first answer again for an `Idempotency-Key` that it has had. Changes with an `operationId` go by that instead. */
export const isKeyed = ({ method, raw, ifRepeated }: Endpoint): boolean => method === 'POST' && !raw && ifRepeated === undefined

/** A `T` serialized as JSON. */
export type JsonText<T> = string & { readonly encoded: T }

/**
 * Marks a body-level or query-level check that detects a missing part. Its failures are reported as `malformed`, while other checks report
 * rule violations.
 */
export const isMissing: { refusal: Refusal } = { refusal: 'malformed' }

/** Preserves a contract's literal types and checks that each entry is an {@link Endpoint}. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints

/** The body of every error response. */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(refusals) as [Refusal, ...Refusal[]]),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Only with `stale`: the day's date, if the conflict involves a day. */
  date: z.optional(z.string()),
  /** Only with `stale`: the current state of the item, or null if the item was removed. */
  current: z.optional(z.unknown()),
})
export type ErrorBody = z.output<typeof ErrorBody>
