import type { Endpoint, ErrorBody } from '#shared/endpoint.ts'
import { type Refusal, refusals } from '#shared/errors.ts'

/** Thrown to refuse a request for a reason of the refusals table; anything else that is thrown is our own fault. */
export class Refused extends Error {
  readonly code: Refusal
  readonly details: Omit<ErrorBody, 'code' | 'message'>
  /** Seconds after which it makes sense to try again. */
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

/** Whether a call would change something, and is not done in Maintenance Mode. */
export const isHeldBack = ({ method, access, document, file, raw, goesOn }: Endpoint): boolean =>
  // What another service sends, signed, it would not send for ever.
  method !== 'GET' && access !== 'platformAdministrator' && !document && !file && !raw && !goesOn

/** Every refusal that a call can answer: those that go with what it is, and those that its contract names. */
export const refusalsOf = (endpoint: Endpoint): Refusal[] => {
  const { method, access, params, query, body, document, file, redirect, needsProof, refuses = [] } = endpoint
  const isSent = method !== 'GET'
  const brought: Partial<Record<Refusal, boolean>> = {
    // An address to go on to, which a stranger wrote into a link, may lead elsewhere than it says.
    malformed: isSent || params !== undefined || query !== undefined || redirect !== undefined,
    not_signed_in: access !== 'public',
    subscription_needed: access === 'subscriber' || access === 'editor',
    not_allowed: access === 'schoolAdministrator' || access === 'platformAdministrator',
    proof_needed: needsProof === true,
    not_found: params !== undefined || access === 'schoolAdministrator',
    too_large: isSent,
    // A packed body is refused whatever the call.
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
