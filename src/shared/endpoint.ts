import * as z from 'zod/mini'
import { type Refusal, refusals } from '#shared/errors.ts'

/**
 * Who may make a call. The server refuses to start if a route names none.
 * - `public`: anyone, signed in or not.
 * - `account`: everybody who is signed in, also with an ended trial or plan (their data stays theirs to read).
 * - `subscriber`: signed in with a running trial or plan; else 402.
 * - `editor`: who may change the calendar that the call names: a subscriber their own, an administrator that of their school.
 * - `platformAdministrator`: who looks after the platform; else 403.
 * - `schoolAdministrator`: an administrator of a school; else 403, and 404 to who looks after the platform.
 */
export type Access = 'public' | 'account' | 'subscriber' | 'editor' | 'schoolAdministrator' | 'platformAdministrator'

/** Outside sites that a call may send people to. Where each is stands in the server's configuration. */
export type OutsideSite = 'google' | 'oidc' | 'payments'

/** What a call takes as its body: JSON of this shape, or the bytes as they came, such as those that a signature covers. */
type Takes = { body?: z.core.$ZodType; raw?: never } | { raw: true; body?: never }

/** What a call returns: this, or the way to a page of ours or to one of these sites (303), to be opened and not fetched. */
type Answers = { reply: z.core.$ZodType; redirect?: never } | { redirect: readonly OutsideSite[]; reply?: never }

/** One HTTP call, described once: the server must answer it and the web may only call it as written here. */
export type Endpoint = Takes & Answers & Described

type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** One sentence for the API page. */
  summary: string
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  /** The content type of a reply that is a document instead of JSON; the reply is then its text. */
  document?: 'text/html'
  /**
   * The content type of a reply that is a file: bytes as they come, with a name. With the header `prefer: link` a call that is not
   * public answers a {@link DownloadLink} instead; the web always asks for that. A call with a file takes no query and no body.
   */
  file?: 'application/zip' | 'application/octet-stream' | 'text/csv' | 'application/json'
  /**
   * The content type of a reply that comes piece by piece: one event for each `reply`, sent when there is one. It ends
   * after fifteen minutes, and when its reader takes nothing for fifteen seconds.
   */
  stream?: 'text/event-stream'
  /** The statuses of success; 200 when left out. 201 says that something new was made, both that it may have been there; 204 has no body. */
  answers?: readonly [201] | readonly [200, 201] | readonly [204]
  /** Refusals that its access and its parts do not bring along already; `refusalsOf` on the server has all of them. */
  refuses?: readonly Refusal[]
  /**
   * A stolen session could do lasting damage by it: it is refused (403 `proof_needed`) unless the caller has proved in this session,
   * within five minutes, that it is they. A guest's session is proof enough.
   */
  needsProof?: true
  /** It goes on in Maintenance Mode though it is no GET: signing in and out, and what only reads. */
  goesOn?: true
  /** The body holds lessons: it may be as large as a crowded day of them. */
  holdsLessons?: true
  /** The page makes this call without anybody at the keyboard: it doesn't keep a session from expiring. */
  isPassive?: true
  /** The answer may take minutes to come. */
  takesLong?: true
  /** Calls of one person a minute, where fewer than the ceiling of the whole server. */
  perMinute?: number
  /** The same for an hour. */
  perHour?: number
}
export type Contract = Record<string, Endpoint>

/** The fields that the web's client reads. A build of the web keeps no others. */
export const CALL_FIELDS = ['method', 'path', 'document', 'file', 'stream', 'takesLong'] as const
/** An endpoint, as the web's client gets it. */
export type CallFields = Pick<Endpoint, (typeof CALL_FIELDS)[number]>

/** The names that shapes of the API have in its document; one without a name is written out wherever it stands. */
export const names = z.registry<{ id: string }>()

type Part = 'params' | 'query' | 'body'
type PartsOf<E extends Endpoint> = { [P in Part]: E[P] extends z.core.$ZodType ? P : never }[Part]

/** What a handler receives: every part parsed. */
export type Received<E extends Endpoint> = { [P in PartsOf<E>]: z.output<Extract<E[P], z.core.$ZodType>> }
type Input<E extends Endpoint, P extends PartsOf<E>> = z.input<Extract<E[P], z.core.$ZodType>>
type OptionalPartsOf<E extends Endpoint> = { [P in PartsOf<E>]: undefined extends Input<E, P> ? P : never }[PartsOf<E>]
/** What a caller gives: every part before parsing. */
export type Given<E extends Endpoint> = { [P in Exclude<PartsOf<E>, OptionalPartsOf<E>>]: Input<E, P> } & {
  [P in OptionalPartsOf<E>]?: Input<E, P>
}
/** What the call returns. */
export type Reply<E extends Endpoint> = z.output<Extract<E['reply'], z.core.$ZodType>>

/** An address that opens a file once within a minute, for whoever has it: the browser's downloads fetch it from there. */
export const DownloadLink = z.object({ address: z.string() }).register(names, { id: 'DownloadLink' })
export type DownloadLink = z.output<typeof DownloadLink>
/** Whether a call answers a link to its file where that is asked for. */
export const isLinked = ({ file, access }: Endpoint): boolean => file !== undefined && access !== 'public'

/** The text of a JSON document that holds a `T`. */
export type JsonText<T> = string & { readonly encoded: T }

/** Goes with a check of a whole body or query that finds a part missing: `malformed`, where checks are rules otherwise. */
export const isMissing: { refusal: Refusal } = { refusal: 'malformed' }

/** Keeps the literal types of a contract while checking that each entry is an {@link Endpoint}. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints

/** The body of every reply that is not a success. */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(refusals) as [Refusal, ...Refusal[]]),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With `stale`: what it has become, null when it is gone; of a day, its date too. */
  date: z.optional(z.string()),
  current: z.optional(z.unknown()),
})
export type ErrorBody = z.output<typeof ErrorBody>
