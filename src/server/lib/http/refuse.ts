import { type Endpoint, type ErrorBody, isKeyed } from '#shared/endpoint.ts'
import { type Refusal, refusals } from '#shared/errors.ts'

/** Thrown to refuse a request for a reason in the refusals table. Any other exception is a bug. */
export class Refused extends Error {
  readonly code: Refusal
  readonly details: Omit<ErrorBody, 'code' | 'message'>
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    code: Refusal,
    message: string = refusals[code].message,
    details: Omit<ErrorBody, 'code' | 'message'> & { retryAfter?: number } = {},
  ) {
    super(message)
    const { retryAfter, ...rest } = details
    this.code = code
    this.details = rest
    this.retryAfter = retryAfter
  }

  get status(): number {
    return refusals[this.code].status
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, ...this.details }
  }
}

/** True if a call would change data and is therefore refused in Maintenance Mode. */
export const isHeldBack = ({ method, access, document, file, raw, goesOn }: Endpoint): boolean =>
  // Another service's signed events are accepted, because the service wouldn't retry them forever.
  method !== 'GET' && access !== 'platformAdministrator' && !document && !file && !raw && !goesOn

/** Returns every refusal that a call can return: those implied by its properties and those listed in its contract. */
export const refusalsOf = (endpoint: Endpoint): Refusal[] => {
  const { method, access, params, query, body, document, file, redirect, needsProof, refuses = [] } = endpoint
  const isSent = method !== 'GET'
  const brought: Partial<Record<Refusal, boolean>> = {
    // A redirect's URL may come from an untrusted link and be invalid.
    malformed: isSent || params !== undefined || query !== undefined || redirect !== undefined,
    not_signed_in: access !== 'public',
    subscription_needed: access === 'subscriber' || access === 'editor',
    not_allowed: access === 'schoolAdministrator' || access === 'platformAdministrator',
    still_running: isKeyed(endpoint),
    outcome_unknown: isKeyed(endpoint),
    already_done: isKeyed(endpoint),
    key_reused: isKeyed(endpoint),
    proof_needed: needsProof === true,
    not_found: params !== undefined || access === 'schoolAdministrator',
    too_large: isSent,
    // Every call refuses compressed bodies.
    unsupported_type: true,
    refused_by_rule: body !== undefined,
    too_many: true,
    cannot_write: isSent && document === undefined && file === undefined,
    broken: true,
    in_maintenance: isHeldBack(endpoint),
    unavailable: true,
  }
  return (Object.keys(refusals) as Refusal[]).filter((code) => brought[code] || refuses.includes(code))
}
