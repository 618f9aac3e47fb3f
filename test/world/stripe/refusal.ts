import type Stripe from 'stripe'

type Reason = { type: Stripe.RawErrorType; message: string; code?: string; param?: string; decline_code?: string; charge?: string }

/** What Stripe answers when it does not do something, in the shape in which the official client expects it. */
export class Refusal extends Error {
  readonly status: number
  readonly reason: Reason
  /** Whether the call had begun, which uses up its idempotency key. */
  hasBegun = true

  constructor(status: number, reason: Reason) {
    super(reason.message)
    this.status = status
    this.reason = reason
  }
}

/** Returns a refusal of a request that is not right in itself. */
export const invalid = (message: string, more: { status?: number; code?: string; param?: string } = {}): Refusal => {
  const { status = 400, ...named } = more
  return new Refusal(status, { type: 'invalid_request_error', message, ...named })
}

/** Returns a refusal of parameters that have not the form of the call, which then has not begun. */
export const misshapen = (...said: Parameters<typeof invalid>): Refusal => Object.assign(invalid(...said), { hasBegun: false })

/** Returns the refusal of an id that nothing has: 404 where it is in the address, 400 where it is a parameter. */
export const missing = (noun: string, id: string, param = 'id'): Refusal =>
  invalid(`No such ${noun}: '${id}'`, { status: param === 'id' ? 404 : 400, code: 'resource_missing', param })

/** Returns the refusal of a bank. */
export const declined = (charge: string): Refusal =>
  new Refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    charge,
  })
