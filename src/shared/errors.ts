/** Every error code that the API can return, with its HTTP status and default message. Define codes only here. */
export const refusals = {
  malformed: { status: 400, message: 'We couldn’t read that request. Please try again.' },
  not_signed_in: { status: 401, message: 'Please sign in.' },
  wrong_credentials: { status: 401, message: 'Invalid credentials' },
  subscription_needed: { status: 402, message: 'Your trial or plan has ended. Subscribe to make changes.' },
  not_allowed: { status: 403, message: 'You don’t have permission to do this.' },
  sign_up_needed: { status: 403, message: 'Sign up to do this. Everything you’ve planned as a guest comes with you.' },
  sign_up_closed: { status: 403, message: 'You can’t create a new account here.' },
  proof_needed: { status: 403, message: 'Please confirm it’s you.' },
  address_unconfirmed: { status: 403, message: 'Confirm your email first. Open the link in the email we sent you.' },
  not_found: { status: 404, message: 'We can’t find that. It may have been moved or deleted.' },
  stale: { status: 409, message: 'This day was changed in another window.' },
  last_administrator: { status: 409, message: 'There has to be at least one admin.' },
  still_running: { status: 409, message: 'We’re still working on this. Wait a moment, then try again.' },
  outcome_unknown: { status: 409, message: 'We can’t tell whether this was done. Check before you try again.' },
  already_done: { status: 409, message: 'This was already done. Reload the page to see it.' },
  taken: { status: 409, message: 'This is already taken.' },
  too_large: { status: 413, message: 'That’s too large to send. Try something shorter or smaller.' },
  unsupported_type: { status: 415, message: 'Send JSON.' },
  refused_by_rule: { status: 422, message: 'That isn’t possible right now. Check what you entered and try again.' },
  key_reused: { status: 422, message: 'This Idempotency-Key belongs to another request. Send a new one.' },
  wrong_password: { status: 422, message: 'Your current password is incorrect.' },
  ai_used_up: {
    status: 422,
    message: "You're out of monthly AI credits. Add more credits in your account settings.",
  },
  too_many: { status: 429, message: 'Too many attempts. Wait a moment, then try again.' },
  cannot_write: {
    status: 507,
    message: 'We can’t save right now. You can still view your lessons, and what you typed is kept on this device.',
  },
  broken: { status: 500, message: 'Something went wrong on our end. Please try again.' },
  not_configured: {
    status: 503,
    message: 'This isn’t available here.',
  },
  in_maintenance: { status: 503, message: 'Firstbell is down for maintenance. Changes can’t be saved right now.' },
  unavailable: { status: 503, message: 'Firstbell isn’t responding right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

/** The `code` in an error response. */
export type Refusal = keyof typeof refusals
