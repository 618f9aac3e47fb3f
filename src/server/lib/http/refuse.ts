import { type ErrorBody, type Refusal, refusals } from '#shared/errors.ts'

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
