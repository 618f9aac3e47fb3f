import type Stripe from 'stripe'

type Reason = { type: Stripe.RawErrorType; message: string; code?: string; param?: string; decline_code?: string; charge?: string }

/** Stripe's error response, in the format that the official SDK expects. */
export class Refusal extends Error {
  readonly status: number
  readonly reason: Reason
  /** True if the call had started executing, which uses up its idempotency key. */
  hasBegun = true

  constructor(status: number, reason: Reason) {
    super(reason.message)
    this.status = status
    this.reason = reason
  }
}

/** Returns the error for an invalid request. */
export const invalid = (message: string, more: { status?: number; code?: string; param?: string } = {}): Refusal => {
  const { status = 400, ...named } = more
  return new Refusal(status, { type: 'invalid_request_error', message, ...named })
}

/** Returns the error for malformed parameters. A call with malformed parameters never starts executing. */
export const misshapen = (...said: Parameters<typeof invalid>): Refusal => Object.assign(invalid(...said), { hasBegun: false })

/** Returns the error for an unknown id: 404 if the id is in the URL, 400 if it's a parameter. */
export const missing = (noun: string, id: string, param = 'id'): Refusal =>
  invalid(`No such ${noun}: '${id}'`, { status: param === 'id' ? 404 : 400, code: 'resource_missing', param })

/** Returns the error for a declined card. */
export const declined = (charge: string): Refusal =>
  new Refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    charge,
  })
